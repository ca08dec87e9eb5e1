// Every rule with its verdict and the checks behind it, the worst first, group by group.
import type { JSX } from 'preact';
import type { RuleModel } from '../../report/html/report-model.js';
import { isShown, type ReportFilter } from './report-filter.js';
import { className, verdictLabel, WORST_FIRST } from './verdicts.js';

export interface RuleListProps {
  readonly rules: readonly RuleModel[];
  readonly filter: ReportFilter;
  readonly onCheck: (id: string) => void;
}

export function RuleList({ rules, filter, onCheck }: RuleListProps): JSX.Element {
  const shown = rules
    .filter(({ verdict, id, sentence, section }) => isShown(filter, verdict, [id, sentence, section]))
    .toSorted((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict));
  if (shown.length === 0) return <p class="quiet nothing">No rule is like this.</p>;
  return (
    <ul class="rule-list">
      {shown.map((rule) => (
        <Rule key={rule.id} rule={rule} onCheck={onCheck} />
      ))}
    </ul>
  );
}

/** The cases of one scenario are one link each, but only the worst ones when there are many. */
const MOST_LINKS = 6;

function Rule({
  rule,
  onCheck,
}: {
  readonly rule: RuleModel;
  readonly onCheck: (id: string) => void;
}): JSX.Element {
  const { id, verdict, basis, section, sentence, unobservable, checks } = rule;
  const rest = checks.length - MOST_LINKS;
  return (
    <li>
      <b class={`chip ${className(verdict)}`}>{verdictLabel(verdict)}</b>
      <div>
        <p>
          <code>{id}</code>{' '}
          <span class="quiet small">
            {basis}, {section}
          </span>
        </p>
        <p>{sentence}</p>
        {unobservable !== undefined && <p class="quiet small">{unobservable}</p>}
        <p class="small">
          {checks.slice(0, MOST_LINKS).map(([check, on]) => (
            <button type="button" key={check} class={`link ${className(on)}`} onClick={() => onCheck(check)}>
              {check}
              {on !== 'pass' && ` ${verdictLabel(on)}`}
            </button>
          ))}
          {rest > 0 && <span class="quiet">and {rest} more</span>}
        </p>
      </div>
    </li>
  );
}
