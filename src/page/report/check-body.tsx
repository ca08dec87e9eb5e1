// What is known of one check: why, what was found, when everything happened, every exchange, and how to do it again.
import type { JSX } from 'preact';
import type { CheckModel, FindingModel, ProgramModel } from '../../report/html/report-model.js';
import { CopyButton } from '../shared/copy-button.js';
import type { BrowserClock } from '../shared/machine.js';
import { ExchangeTable } from './exchange-table.js';
import { ReportTimeline } from './timeline.js';
import { className, verdictLabel } from './verdicts.js';

export interface CheckBodyProps {
  readonly check: CheckModel;
  readonly machine: BrowserClock;
  readonly onRule: (id: string) => void;
}

export function CheckBody({ check, machine, onRule }: CheckBodyProps): JSX.Element {
  const { reason, about, names, findings, program, timeline, exchanges, leftOut, repeat } = check;
  return (
    <div class="case-body">
      {reason !== undefined && <p class="reason">{reason}</p>}
      {about !== undefined && <p class="quiet">{about}</p>}
      {names !== undefined && <p class="quiet small">{names}</p>}
      <p class="quiet small">
        {check.place !== undefined && (
          <>
            <code>{check.place}</code> ·{' '}
          </>
        )}
        rules{' '}
        {check.rules.map((id) => (
          <button type="button" key={id} class="link" onClick={() => onRule(id)}>
            {id}
          </button>
        ))}
        {check.attempts > 1 && ` · tried ${check.attempts} times; the last one is shown`}
      </p>
      {findings.map((finding, at) => (
        <Finding key={at} finding={finding} onRule={onRule} />
      ))}
      {program && <Program program={program} />}
      {timeline && <ReportTimeline name={check.id} timeline={timeline} />}
      {exchanges && exchanges.length > 0 && (
        <ExchangeTable exchanges={exchanges} blamed={new Set(findings.flatMap((each) => each.exchanges))} />
      )}
      {leftOut !== undefined && <p class="quiet small">{leftOut} records of the trace are left out.</p>}
      {repeat !== '' && (
        <p class="repeat">
          <code>{repeat}</code>
          <CopyButton label="Copy" machine={machine} text={() => repeat} />
        </p>
      )}
    </div>
  );
}

function Finding(props: {
  readonly finding: FindingModel;
  readonly onRule: (id: string) => void;
}): JSX.Element {
  const { rule, verdict, where, expected, actual, exchanges } = props.finding;
  return (
    <div class={`finding ${className(verdict)}`}>
      <p>
        <b class={`chip ${className(verdict)}`}>{verdictLabel(verdict)}</b>{' '}
        <button type="button" class="link" onClick={() => props.onRule(rule)}>
          {rule}
        </button>{' '}
        <span class="quiet">{where}</span>
      </p>
      <dl>
        <dt>expected</dt>
        <dd>{expected}</dd>
        <dt>actual</dt>
        <dd>{actual}</dd>
        {exchanges.length > 0 && (
          <>
            <dt>shown by</dt>
            <dd>exchange {exchanges.join(', ')}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** The smallest program in words, and as the scenario that replays it. */
function Program({ program }: { readonly program: ProgramModel }): JSX.Element {
  const { index, operations, steps, yaml } = program;
  return (
    <div class="program">
      <p>
        Program {index}, shrunk to {operations} {operations === 1 ? 'operation' : 'operations'}:
      </p>
      <ol>
        {steps.map((step, at) => (
          <li key={at}>
            <code>{step}</code>
          </li>
        ))}
      </ol>
      <details>
        <summary>as a scenario</summary>
        <pre class="json">{yaml}</pre>
      </details>
    </div>
  );
}
