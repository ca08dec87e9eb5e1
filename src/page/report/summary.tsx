// What came of the run, in a sentence, in numbers, and in a bar.
import type { JSX } from 'preact';
import type { ReportModel } from '../../report/html/report-model.js';
import { className, countBy, verdictLabel } from './verdicts.js';

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
