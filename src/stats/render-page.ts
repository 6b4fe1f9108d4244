/** The summary as one page: no script, nothing loaded from anywhere, every word of the data escaped. Pure. */
import { dayText } from "./charts.ts";
import { escapeHtml } from "./escape-html.ts";
import { headline, plural } from "./headline.ts";
import {
  latencyCard,
  overviewCard,
  perDayCard,
  projectsCard,
  reasonsCard,
  recordsCard,
  sourcesCard,
  targetsCard,
  tiles,
  tokensPerDayCard,
} from "./page-cards.ts";
import { PAGE_STYLE } from "./page-style.ts";
import type { Period, Summary } from "./summary.ts";

/** The page itself may load nothing, whatever a title says. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

export function renderPage(summary: Summary, period: Period): string {
  const of = summary.project === null ? "all projects" : `project ${summary.project}`;
  const span = period.from === period.to ? dayText(period.to) : `${dayText(period.from)} to ${dayText(period.to)}`;
  const body = summary.lines === 0 ? empty() : sections(summary, period);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<link rel="icon" href="data:,">
<title>lore-inject, ${escapeHtml(of)}, ${escapeHtml(span)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>What lore-inject did, and whether it helped</h1>
<p class="soft">${escapeHtml(`${period.name}, ${span}, ${of}`)}</p>
</header>
${body}
<footer>${footer(summary)}</footer>
</main>
</body>
</html>
`;
}

function empty(): string {
  return `<p class="lead">No runs recorded yet. Each run of the hook adds one: <code>lore-inject install</code> registers it, <code>lore-inject doctor</code> tells whether it runs.</p>`;
}

function footer({ now, broken }: Summary): string {
  const lost = broken === 0 ? "" : ` ${plural(broken, "line")} of the metrics could not be read and ${broken === 1 ? "was" : "were"} passed over.`;
  return `Made ${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC from the metrics in the state folder. No prompt is quoted here.${lost}`;
}

function sections(summary: Summary, period: Period): string {
  return `<p class="lead">${escapeHtml(headline(period))}</p>
${tiles(period)}
<div class="cards">
${[
  perDayCard(period),
  tokensPerDayCard(period),
  targetsCard(summary, period),
  latencyCard(period),
  sourcesCard(period),
  reasonsCard(period),
  recordsCard(
    "Most useful records",
    "Used or said to help, of the sessions that judged them. The rate is drawn towards what is usual where there are few.",
    period.records.most,
  ),
  recordsCard("Least useful records", "Shown, and of no use. lore-inject show, edit or retract with the id.", period.records.least),
  projectsCard(period),
  overviewCard(summary),
].join("\n")}
</div>`;
}
