// The run as one HTML file that needs nothing else: no script, no font, no picture from elsewhere.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import { reportByRule } from '../by-rule.js';
import { conclude } from '../conclusion.js';
import { groupBy } from '../layout.js';
import type { ReportContext } from '../report-context.js';
import { COUNTED_VERDICTS, countWords } from '../verdict-words.js';
import { caseSection } from './case-section.js';
import { markup, type Markup, NOTHING } from './markup.js';
import { ruleMatrix } from './rule-matrix.js';
import { STYLE } from './style.js';

export function htmlReport(result: RunResult, context: ReportContext): string {
  const rules = reportByRule(result);
  const areas = groupBy(result.checks, (check) => check.area);
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>conform: ${result.target}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <main>
          ${head(result, context)}
          <h2 id="rules">Rules</h2>
          <p class="quiet">
            ${countWords(
              rules.map(({ verdict }) => verdict),
              [...COUNTED_VERDICTS, 'not checked'],
            )}
          </p>
          ${ruleMatrix(rules)}
          <h2 id="checks">Checks</h2>
          <p class="quiet">
            ${countWords(
              result.checks.map(({ verdict }) => verdict),
              COUNTED_VERDICTS,
            )}
          </p>
          ${[...areas].map(
            ([area, checks]) =>
              markup`<h3>${area}</h3>
                ${checks.map((check) => caseSection(check, result.seed, context))}`,
          )}
        </main>
      </body>
    </html> `.markup;
}

function head(result: RunResult, { version, speed }: ReportContext): Markup {
  const { sentence, mood } = conclude(result);
  const took = result.endedAt - result.startedAt;
  const facts: [string, string][] = [
    ['target', result.target],
    ['dialect', result.dialect],
    ['seed', String(result.seed)],
    ['began', new Date(result.startedAt).toISOString()],
    ['took', formatDuration(took / speed)],
    ...(speed === 1 ? [] : [['clock', `${speed} times the usual speed`] as [string, string]]),
    ['round trip', formatDuration(result.roundTrip)],
    ['conform', version],
  ];
  return markup`<h1>Conformance of ${result.target}</h1>
    <p class="conclusion ${mood}">${sentence}</p>
    ${notRestored(result)}
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          markup`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="legend">
      Verdicts: <b class="chip pass">pass</b> held · <b class="chip fail">FAIL</b> a stated rule is broken ·
      <b class="chip warn">warn</b> an implied one is · <b class="chip inconclusive">inconclusive</b> the
      evidence does not decide · <b class="chip waived">waived</b> a known breach, which a waiver of the profile names ·
      <b class="chip skipped">skipped</b> could not be checked here
    </p> `;
}

function notRestored({ notRestored: list }: RunResult): Markup {
  if (list.length === 0) return NOTHING;
  return markup`<p class="conclusion bad">Not left as it was found: ${list.join('; ')}</p>`;
}
