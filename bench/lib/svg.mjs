/** A line chart with logarithmic axes as SVG text, in colours that hold on white and on black. Pure. */
import { showSize } from "./sizes.mjs";

const WIDTH = 790;
const HEIGHT = 430;
const PLOT = { left: 64, top: 24, right: 560, bottom: 372 };
/** Told apart by mark and dash as well as by colour. A line keeps its style whatever else is drawn. */
const STYLES = [
  { light: "#0b5fd0", dark: "#6cb0ff", dash: "", width: 3, mark: "circle" },
  { light: "#0b5fd0", dark: "#6cb0ff", dash: "7 4", width: 2.5, mark: "square" },
  { light: "#1a7f37", dark: "#56d364", dash: "", width: 1.8, mark: "diamond" },
  { light: "#8a5a00", dark: "#e3b341", dash: "2 3", width: 1.8, mark: "circle" },
  { light: "#c02626", dark: "#ff7b72", dash: "", width: 1.8, mark: "square" },
  { light: "#7a3fc9", dark: "#c297ff", dash: "9 3 2 3", width: 1.8, mark: "diamond" },
];

/** Lines are `{ label, slot, points: [x, y][] }`. */
export function renderPlot(lines, titles) {
  const scale = scaleFor(lines.flatMap(({ points }) => points));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${titles.y}, against ${titles.x}">
<style>
${styleSheet()}
</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
${[...axes(scale, titles), ...lines.map((line) => drawLine(line, scale)), ...legend(lines)].join("\n")}
</svg>
`;
}

/** Without CSS variables, which renderers outside of browsers do not know. */
function styleSheet() {
  return [
    "text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif}polyline{fill:none;stroke-linejoin:round}",
    colours("light", { paper: "#ffffff", ink: "#24292f", grid: "#d8dee4" }),
    `@media (prefers-color-scheme:dark){${colours("dark", { paper: "#0d1117", ink: "#e6edf3", grid: "#30363d" })}}`,
  ].join("\n");
}

function colours(mode, { paper, ink, grid }) {
  const lines = STYLES.map((style, slot) => `.l${slot}{stroke:${style[mode]}}.m${slot}{fill:${style[mode]}}`);
  return `text{fill:${ink}}.paper{fill:${paper}}.grid{stroke:${grid}}.axis{stroke:${ink}}${lines.join("")}`;
}

function scaleFor(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [fromX, toX] = [Math.min(...xs), Math.max(Math.min(...xs) * 10, ...xs)];
  const [fromY, toY] = [Math.min(0.5, ...ys) * 0.87, Math.max(2, ...ys) * 1.15];
  const place = (value, from, to) => Math.log(value / from) / Math.log(to / from);
  return {
    x: (value) => PLOT.left + 12 + place(value, fromX, toX) * (PLOT.right - PLOT.left - 24),
    y: (value) => PLOT.bottom - place(value, fromY, toY) * (PLOT.bottom - PLOT.top),
    ticksX: [...new Set(xs)].sort((a, b) => a - b),
    ticksY: [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].filter((tick) => tick >= fromY && tick <= toY),
  };
}

function axes({ x, y, ticksX, ticksY }, titles) {
  const middle = (PLOT.top + PLOT.bottom) / 2;
  return [
    ...ticksY.map(
      (tick) =>
        `<line class="${tick === 1 ? "axis" : "grid"}" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at(y(tick))}" y2="${at(y(tick))}"/>${label(PLOT.left - 8, y(tick) + 4, `${tick}×`, "end")}`,
    ),
    ...ticksX.map(
      (tick) =>
        `<line class="grid" x1="${at(x(tick))}" x2="${at(x(tick))}" y1="${PLOT.top}" y2="${PLOT.bottom}"/>${label(x(tick), PLOT.bottom + 20, showSize(tick), "middle")}`,
    ),
    label((PLOT.left + PLOT.right) / 2, HEIGHT - 12, titles.x, "middle"),
    `<text transform="translate(16 ${middle}) rotate(-90)" text-anchor="middle">${titles.y}</text>`,
  ];
}

function drawLine({ label: name, slot, points }, { x, y }) {
  const { dash, width } = STYLES[slot];
  const path = points.map(([px, py]) => `${at(x(px))},${at(y(py))}`).join(" ");
  const marks = points.map(([px, py]) => drawMark(slot, x(px), y(py), `${name}, ${showSize(px)}: ${py.toFixed(2)}×`));
  return `<g><polyline class="l${slot}" points="${path}" stroke-width="${width}" ${dashes(dash)}/>${marks.join("")}</g>`;
}

function drawMark(slot, x, y, title) {
  const { mark } = STYLES[slot];
  const tip = title === "" ? "" : `<title>${title}</title>`;
  if (mark === "circle") return `<circle class="m${slot}" cx="${at(x)}" cy="${at(y)}" r="4">${tip}</circle>`;
  const turned = mark === "diamond" ? ` transform="rotate(45 ${at(x)} ${at(y)})"` : "";
  return `<rect class="m${slot}" x="${at(x - 3.5)}" y="${at(y - 3.5)}" width="7" height="7"${turned}>${tip}</rect>`;
}

/** From the dearest to the cheapest, as the lines end. */
function legend(lines) {
  const ordered = [...lines].sort((a, b) => b.points.at(-1)[1] - a.points.at(-1)[1]);
  return ordered.map(({ label: name, slot }, row) => {
    const y = PLOT.top + 20 + row * 26;
    const from = PLOT.right + 20;
    const { dash, width } = STYLES[slot];
    const sample = `<polyline class="l${slot}" points="${from},${y} ${from + 34},${y}" stroke-width="${width}" ${dashes(dash)}/>${drawMark(slot, from + 17, y, "")}`;
    return `<g>${sample}${label(from + 42, y + 4, name, "start")}</g>`;
  });
}

const dashes = (dash) => (dash === "" ? "" : `stroke-dasharray="${dash}"`);
const at = (value) => Number(value.toFixed(1));
const label = (x, y, text, anchor) => `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${text}</text>`;
