// What came of the run, in a sentence, in numbers, and in a bar; and the words for verdicts.
import type { CheckModel, ReportModel } from '../../report/html/html.js';
import type { JSX } from 'preact';

// Verdicts in the order in which a report shows them: what needs somebody comes first.

export type VerdictName = CheckModel['verdict'];

export const WORST_FIRST: readonly VerdictName[] = [
  'error',
  'fail',
  'warn',
  'inconclusive',
  'waived',
  'known',
  'skipped',
  'not checked',
  'pass',
];

/** In words; what breaks something is in capitals, so that it is seen without colour too. */
export function verdictLabel(verdict: VerdictName): string {
  return verdict === 'fail' || verdict === 'error' ? verdict.toUpperCase() : verdict;
}

export const className = (verdict: VerdictName): string => verdict.replace(' ', '-');

export function countBy(all: readonly { readonly verdict: VerdictName }[]): Map<VerdictName, number> {
  const counts = new Map<VerdictName, number>();
  for (const verdict of WORST_FIRST) {
    const count = all.filter((each) => each.verdict === verdict).length;
    if (count > 0) counts.set(verdict, count);
  }
  return counts;
}

/** Rules that are named at the top; the others are in the list of rules. */
const MOST_BROKEN = 6;

export function Summary(props: {
  readonly model: ReportModel;
  readonly onRule: (id: string) => void;
}): JSX.Element {
  const { model, onRule } = props;
  const { title, conclusion, notes, facts, checks } = model;
  const counts = [...countBy(checks)];
  return (
    <header class="summary">
      <h1>{title}</h1>
      {conclusion && <p class={`conclusion ${conclusion.mood}`}>{conclusion.sentence}</p>}
      <BrokenRules rules={model.rules} onRule={onRule} />
      {notes.map((note) => (
        <p key={note} class="band warn">
          {note}
        </p>
      ))}
      {checks.length > 0 && (
        <div
          class="share"
          role="img"
          aria-label={counts.map(([verdict, count]) => `${count} ${verdictLabel(verdict)}`).join(', ')}
        >
          {counts.map(([verdict, count]) => (
            <i key={verdict} class={className(verdict)} style={{ flexGrow: count }} />
          ))}
        </div>
      )}
      <dl class="run-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** What broke, in the words of the interface, before anything else. */
function BrokenRules(props: {
  readonly rules: ReportModel['rules'];
  readonly onRule: (id: string) => void;
}): JSX.Element {
  const broken = props.rules.filter(({ verdict }) => verdict === 'fail');
  const more = broken.length - MOST_BROKEN;
  if (broken.length === 0) return <></>;
  return (
    <ul class="broken-rules">
      {broken.slice(0, MOST_BROKEN).map(({ id, sentence }) => (
        <li key={id}>
          <button type="button" class="link fail" onClick={() => props.onRule(id)}>
            {id}
          </button>{' '}
          {sentence}
        </li>
      ))}
      {more > 0 && <li class="quiet">and {more} more rules</li>}
    </ul>
  );
}
