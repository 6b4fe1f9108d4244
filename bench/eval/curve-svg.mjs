/** The curves of all sets in one chart, as SVG text in colours that hold on white and on black. Pure. */

const WIDTH = 760;
const HEIGHT = 420;
const PLOT = { left: 64, top: 24, right: 540, bottom: 360 };
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** The axis of false injections ends where this much is kept by all: beyond it nothing happens. */
const NEARLY_ALL = 0.97;
/** Told apart by dash as well as by colour; there may be more sets than styles. */
const STYLES = [
  { light: "#0b5fd0", dark: "#6cb0ff", dash: "" },
  { light: "#1a7f37", dark: "#56d364", dash: "7 4" },
  { light: "#c02626", dark: "#ff7b72", dash: "" },
  { light: "#8a5a00", dark: "#e3b341", dash: "2 3" },
  { light: "#7a3fc9", dark: "#c297ff", dash: "9 3 2 3" },
];

/** Lines are `{ label, points: { fir, kept }[], now: { fir, kept } }`; `now` is where the shipped settings are. */
export function renderCurve(lines) {
  const x = scaleFor(lines);
  const parts = [...axes(x), ...lines.map((line, index) => drawLine(line, index, x)), ...lines.map(legendEntry), ringEntry(lines.length)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Recall kept against false injections">
<style>
${styleSheet()}
</style>
<clipPath id="plot"><rect x="${PLOT.left - 8}" y="${PLOT.top - 8}" width="${PLOT.right - PLOT.left + 8}" height="${PLOT.bottom - PLOT.top + 16}"/></clipPath>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
${parts.join("\n")}
</svg>
`;
}

function styleSheet() {
  return [
    "text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif}polyline{fill:none;stroke-width:2.2;stroke-linejoin:round}circle{fill:none;stroke-width:2}",
    colours("light", { paper: "#ffffff", ink: "#24292f", grid: "#d8dee4" }),
    `@media (prefers-color-scheme:dark){${colours("dark", { paper: "#0d1117", ink: "#e6edf3", grid: "#30363d" })}}`,
  ].join("\n");
}

function colours(mode, { paper, ink, grid }) {
  const lines = STYLES.map((style, slot) => `.s${slot}{stroke:${style[mode]}}`);
  return `text{fill:${ink}}.paper{fill:${paper}}.grid{stroke:${grid}}.ink{stroke:${ink}}${lines.join("")}`;
}

/** From 0 to a multiple of ten percent. */
function scaleFor(lines) {
  const needed = lines.flatMap(({ points, now }) => [now.fir, points.find(({ kept }) => kept >= NEARLY_ALL)?.fir ?? 1]);
  const most = Math.min(1, Math.ceil(Math.max(0.1, ...needed) * 10 + 0.1) / 10);
  return Object.assign((share) => round(PLOT.left + (share / most) * (PLOT.right - PLOT.left)), { most });
}

const y = (share) => round(PLOT.bottom - share * (PLOT.bottom - PLOT.top));

function axes(x) {
  const middle = (PLOT.top + PLOT.bottom) / 2;
  return [
    ...TICKS.map(
      (tick) =>
        `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(tick)}" y2="${y(tick)}"/>${label(PLOT.left - 8, y(tick) + 4, percent(tick), "end")}`,
    ),
    ...TICKS.map((tick) => tick * x.most).map(
      (tick) =>
        `<line class="grid" y1="${PLOT.top}" y2="${PLOT.bottom}" x1="${x(tick)}" x2="${x(tick)}"/>${label(x(tick), PLOT.bottom + 20, percent(tick), "middle")}`,
    ),
    label((PLOT.left + PLOT.right) / 2, HEIGHT - 14, "unrelated prompts that get something", "middle"),
    `<g transform="rotate(-90 16 ${middle})">${label(16, middle, "recall within the budget that is kept", "middle")}</g>`,
  ];
}

function drawLine({ label: name, points, now }, index, x) {
  const path = [{ fir: 0, kept: 0 }, ...points].map(({ fir, kept }) => `${x(fir)},${y(kept)}`).join(" ");
  const tip = `<title>${escapeText(name)}: ${percent(now.kept)} kept, ${percent(now.fir)} false</title>`;
  return `<g clip-path="url(#plot)">${stroke(path, index)}<circle class="s${slotOf(index)}" cx="${x(now.fir)}" cy="${y(now.kept)}" r="6">${tip}</circle></g>`;
}

function legendEntry({ label: name }, index) {
  const [from, row] = [PLOT.right + 20, rowAt(index)];
  return `<g>${stroke(`${from},${row} ${from + 34},${row}`, index)}${label(from + 42, row + 4, name, "start")}</g>`;
}

function ringEntry(index) {
  const row = rowAt(index);
  return `<g><circle class="ink" cx="${PLOT.right + 37}" cy="${row}" r="6"/>${label(PLOT.right + 62, row + 4, "as the hook does", "start")}</g>`;
}

function stroke(points, index) {
  const { dash } = STYLES[slotOf(index)];
  return `<polyline class="s${slotOf(index)}" points="${points}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>`;
}

const slotOf = (index) => index % STYLES.length;
const rowAt = (index) => PLOT.top + 20 + index * 26;
const round = (value) => Number(value.toFixed(1));
const percent = (share) => `${Math.round(share * 100)} %`;
const escapeText = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const label = (at, height, text, anchor) => `<text x="${at}" y="${height}" text-anchor="${anchor}">${escapeText(text)}</text>`;
