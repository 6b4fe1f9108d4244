/** Verdicts against the truth: who was taken for what, and what follows for precision and recall. */

const VERDICTS = ["used", "ignored", "contradicted"];
const TARGET = { precision: 0.9, recall: 0.8 };
const CHECKED = ["used", "contradicted"];

export function summarize(judged) {
  const counts = Object.fromEntries(VERDICTS.map((truth) => [truth, Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]))]));
  for (const { truth, verdict } of judged) counts[truth][verdict]++;
  return {
    counts,
    figures: Object.fromEntries(CHECKED.map((verdict) => [verdict, figuresOf(counts, verdict)])),
    wrong: judged.filter(({ truth, verdict }) => truth !== verdict),
    judged,
  };
}

function figuresOf(counts, verdict) {
  const hits = counts[verdict][verdict];
  const said = VERDICTS.reduce((sum, truth) => sum + counts[truth][verdict], 0);
  const there = VERDICTS.reduce((sum, each) => sum + counts[verdict][each], 0);
  return { precision: said === 0 ? 1 : hits / said, recall: there === 0 ? 1 : hits / there };
}

export function isGoodEnough({ figures }) {
  return Object.values(figures).every(({ precision, recall }) => precision >= TARGET.precision && recall >= TARGET.recall);
}

export function renderSet({ name, sessions, counts, figures, wrong, judged }, { showWrong, showAll }) {
  const row = (cells) => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(20) : String(cell).padStart(13))).join("");
  return [
    `${name}: ${sessions} sessions, ${judged.length} records`,
    row(["truth \\ verdict", ...VERDICTS]),
    ...VERDICTS.map((truth) => row([truth, ...VERDICTS.map((verdict) => counts[truth][verdict])])),
    ...CHECKED.map((verdict) => `${verdict}: precision ${figures[verdict].precision.toFixed(3)}, recall ${figures[verdict].recall.toFixed(3)}`),
    ...(showWrong ? wrong : []).map(renderOne),
    ...(showAll ? [...judged].sort((a, b) => a.strength - b.strength) : []).map(renderOne),
    "",
  ].join("\n");
}

function renderOne({ session, key, truth, verdict, why, strength }) {
  return `  ${strength.toFixed(2)} ${session} ${key}: ${verdict} (${why})${truth === verdict ? "" : `, in truth ${truth}`}`;
}
