// How the HTML report looks: on a screen, in the dark and on paper.
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2126; --quiet: #5b6570; --paper: #fff; --line: #d8dde2; --band: #f4f6f8;
  --good: #1a7f37; --bad: #c62828; --doubt: #9a6700; --none: #8b949e; --event: #6f42c1; --stim: #0b6bcb; --open: #e3edf7; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e3e7eb; --quiet: #98a2ad; --paper: #14181c; --line: #333b43;
  --band: #1c2228; --good: #4ac26b; --bad: #ff7b72; --doubt: #d9a62e; --none: #6e7781; --event: #b392f0;
  --stim: #6cb6ff; --open: #1d2b3a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 80px; }
h1 { font-size: 1.5rem; margin: 0 0 8px; } h2 { margin: 40px 0 4px; font-size: 1.25rem; }
h3 { margin: 24px 0 6px; font-size: 1rem; }
code { font: .88em ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 2px; }
.quiet { color: var(--quiet); } .curl { font-size: .8em; }
.conclusion { font-size: 1.1rem; font-weight: 600; padding: 10px 14px; border-left: 5px solid; background: var(--band); }
.conclusion.good { border-color: var(--good); } .conclusion.bad { border-color: var(--bad); }
.conclusion.doubtful { border-color: var(--doubt); }
dl { margin: 8px 0; } dl div { display: flex; gap: 10px; } dt { color: var(--quiet); min-width: 84px; } dd { margin: 0;
  overflow-wrap: anywhere; white-space: pre-wrap; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 32px; } .facts dt { min-width: 0; }
.legend { color: var(--quiet); font-size: .9em; line-height: 1.9; }
.chip { display: inline-block; font: 600 .78em/1.6 system-ui, sans-serif; padding: 0 7px; border-radius: 4px;
  border: 1px solid currentcolor; white-space: nowrap; }
.chip.pass, a.pass { color: var(--good); } .chip.fail, .chip.error, a.fail, a.error { color: var(--bad); }
.chip.warn, .chip.waived, .chip.inconclusive, a.warn, a.waived, a.inconclusive { color: var(--doubt); }
.chip.skipped, .chip.not-checked, a.skipped { color: var(--none); }
.overview { line-height: 2; margin: 8px 0 16px; } .group { white-space: nowrap; margin-right: 18px; }
.group .name { color: var(--quiet); font-size: .85em; margin-right: 6px; }
.square { display: inline-block; width: 13px; height: 13px; margin-right: 2px; border-radius: 2px;
  border: 1px solid var(--none); vertical-align: middle; }
.square.pass { background: var(--good); border-color: var(--good); }
.square.fail, .square.error { background: var(--bad); border-color: var(--bad); }
.square.warn, .square.waived, .square.inconclusive { background: var(--doubt); border-color: var(--doubt); }
.square.skipped { background: var(--line); }
table { border-collapse: collapse; width: 100%; font-size: .92em; } th { text-align: left; color: var(--quiet); }
td, th { padding: 5px 10px 5px 0; vertical-align: top; border-top: 1px solid var(--line); }
.rules { table-layout: fixed; } .rules th:nth-child(1) { width: 112px; } .rules th:nth-child(2) { width: 24%; }
.rules th:nth-child(4) { width: 28%; }
tbody + tbody { border-top: 3px solid var(--line); } tr:target, details:target > summary { background: var(--band); }
.case { border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px; margin: 6px 0; }
summary { cursor: pointer; } .case[open] > summary { margin-bottom: 8px; }
.finding { border-left: 4px solid var(--line); padding: 4px 12px; margin: 8px 0; background: var(--band); }
.finding.fail { border-color: var(--bad); } .finding.warn, .finding.inconclusive { border-color: var(--doubt); }
.mismatch { color: var(--doubt); }
.lanes { width: 100%; height: auto; display: block; margin: 10px 0; font: 11px system-ui, sans-serif; }
.lanes text { fill: var(--ink); } .lanes .lane { text-anchor: end; fill: var(--quiet); }
.lanes .more { fill: var(--quiet); } .lanes .time { text-anchor: middle; fill: var(--quiet); } .lanes .tick { stroke: var(--line); }
.lanes text.fold { text-anchor: middle; fill: var(--quiet); font-style: italic; }
.lanes path.fold { fill: none; stroke: var(--none); stroke-dasharray: 3 3; }
.lanes .band { fill: var(--band); } .lanes .open { fill: var(--open); }
.lanes rect.good { fill: var(--good); fill-opacity: .35; stroke: var(--good); }
.lanes rect.refused, .lanes path.refused { fill: var(--doubt); fill-opacity: .4; stroke: var(--doubt); }
.lanes rect.broken, .lanes path.broken { fill: var(--bad); fill-opacity: .4; stroke: var(--bad); stroke-dasharray: 3 2; }
.lanes path.event { fill: var(--event); } .lanes path.stimulus { fill: var(--stim); }
@media print { :root { color-scheme: light; } body { font-size: 10.5px; } main { padding: 0; max-width: none; }
  .finding, tr, svg { break-inside: avoid; } h2, h3, summary { break-after: avoid; } .rules th:nth-child(1) { width: 84px; }
  .square, .lanes, .chip, .finding, .conclusion { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
