/** How the page looks, in light and in dark. Every text colour has at least 4.5 : 1 against what lies behind it; e2e/stats measures that. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#dfe3e8;--grid:#e8ebef;--ink:#1b2026;--soft:#525c68;
--one:#2a66b8;--two:#9a6a00;--quiet:#a9b4c0;--good:#18713f;--bad:#a83a12}
@media (prefers-color-scheme:dark){:root{--page:#12161b;--card:#1a2027;--line:#2f3842;--grid:#29313a;--ink:#e8ecf0;--soft:#a7b1bc;
--one:#6aa5f0;--two:#e0b052;--quiet:#5b6875;--good:#62c98d;--bad:#f09a76}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:1160px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1rem;margin:0 0 2px}
p{margin:0}
.lead{font-size:1.1rem;max-width:65ch;margin:10px 0 20px}
.soft{color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:12px;margin:0 0 16px;padding:0;list-style:none}
.tiles li,section{background:var(--card);border:1px solid var(--line);border-radius:10px}
.tiles li{padding:12px 14px}
.tiles b{display:block;font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}
.tiles span{color:var(--soft);font-size:.85rem}
.cards{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
section{padding:16px 18px;min-width:0}
section>p.soft{margin-top:10px}
section>p{color:var(--soft);font-size:.87rem;margin:0 0 8px}
@media (max-width:860px){.cards{grid-template-columns:minmax(0,1fr)}main{padding:16px 12px 32px}section{padding:12px}}
svg{display:block;width:100%;height:auto;max-width:580px}
svg text{fill:var(--soft);font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
svg text.name{fill:var(--ink)}
.grid{stroke:var(--grid);stroke-width:1}.axis{stroke:var(--line);stroke-width:1}.target{stroke:var(--ink);stroke-width:1.5}
.one{fill:var(--one)}.two{fill:var(--two)}.quiet{fill:var(--quiet)}.track{fill:var(--grid)}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:.85rem;color:var(--soft);margin:0 0 6px;padding:0;list-style:none}
.key i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:6px}
.key .one{background:var(--one)}.key .two{background:var(--two)}.key .quiet{background:var(--quiet)}
details{margin-top:8px;font-size:.87rem}
summary{cursor:pointer;color:var(--soft);width:max-content}
.scroll{overflow-x:auto}
details .scroll{max-height:320px}
table{border-collapse:collapse;width:100%;font-size:.87rem;margin-top:4px;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:4px 0 4px 12px;border-bottom:1px solid var(--grid);font-weight:400}
th:first-child,td:first-child{text-align:left;padding-left:0}
thead th{color:var(--soft);vertical-align:bottom}
thead th,td{white-space:nowrap}
td.title,th.title{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:9em}
tr:last-child>*{border-bottom:0}
small{display:block;color:var(--soft)}
.met{color:var(--good);font-weight:600}.missed{color:var(--bad);font-weight:600}
footer{color:var(--soft);font-size:.85rem;margin-top:20px}
@media print{section,.tiles li{break-inside:avoid}}
`;
