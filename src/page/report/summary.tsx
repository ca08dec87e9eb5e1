// What came of the run, in a sentence, in numbers, and in a bar.
import type { JSX } from 'preact';
import type { ReportModel } from '../../report/html/report-model.js';
import { className, countBy, verdictWord } from './verdicts.js';

export function Summary({ model }: { readonly model: ReportModel }): JSX.Element {
  const { title, conclusion, notes, facts, checks } = model;
  const counts = [...countBy(checks)];
  return (
    <header class="summary">
      <h1>{title}</h1>
      {conclusion && <p class={`conclusion ${conclusion.mood}`}>{conclusion.sentence}</p>}
      {notes.map((note) => (
        <p key={note} class="band warn">
          {note}
        </p>
      ))}
      {checks.length > 0 && (
        <div
          class="share"
          role="img"
          aria-label={counts.map(([verdict, count]) => `${count} ${verdictWord(verdict)}`).join(', ')}
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
