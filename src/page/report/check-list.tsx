// The checks, the worst first: those that found something are open, the others a line each.
import type { JSX } from 'preact';
import type { CheckModel } from '../../report/html/report-model.js';
import type { BrowserClock } from '../shared/machine.js';
import { CheckBody } from './check-body.js';
import { isShown, type ReportFilter } from './report-filter.js';
import { className, verdictLabel, WORST_FIRST } from './verdicts.js';

export interface CheckListProps {
  readonly checks: readonly CheckModel[];
  readonly filter: ReportFilter;
  readonly machine: BrowserClock;
  readonly onRule: (id: string) => void;
}

/** More open ones would hide each other. */
const MOST_OPEN = 5;
const OPEN = new Set(['fail', 'error', 'warn', 'inconclusive']);

export function CheckList({ checks, filter, machine, onRule }: CheckListProps): JSX.Element {
  const shown = checks
    .filter(({ verdict, id, title, reason, rules, findings }) =>
      isShown(filter, verdict, [id, title, reason, ...rules, ...findings.map(({ actual }) => actual)]),
    )
    .toSorted((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict));
  if (shown.length === 0)
    return (
      <p class="quiet nothing">
        {checks.length === 0 ? 'No check has ended yet.' : 'No check is like this.'}
      </p>
    );
  return (
    <div class="checks">
      {shown.map((check, at) => (
        <details
          key={check.id}
          class={`case ${className(check.verdict)}`}
          open={at < MOST_OPEN && OPEN.has(check.verdict)}
        >
          <summary>
            <b class={`chip ${className(check.verdict)}`}>{verdictLabel(check.verdict)}</b>
            <span class="case-title">
              <code>{check.id}</code> <span>{check.title}</span>
            </span>
            <span class="quiet took">{check.took}</span>
          </summary>
          <CheckBody check={check} machine={machine} onRule={onRule} />
        </details>
      ))}
    </div>
  );
}
