// What is known of one check: why, what was found, when everything happened, every exchange, and how to do it again.
import type { JSX } from 'preact';
import type {
  CheckModel,
  ExchangeModel,
  FindingModel,
  LaneModel,
  MarkModel,
  ProgramModel,
  TimelineModel,
} from '../../report/html/report-model.js';
import { CopyButton, Scroller } from '../shared/parts.js';
import type { BrowserClock } from '../shared/machine.js';
import { className, verdictLabel } from './summary.js';

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

// Every exchange of a check in words; those that show what was found are marked.

function ExchangeTable(props: {
  readonly exchanges: readonly ExchangeModel[];
  readonly blamed: ReadonlySet<number>;
}): JSX.Element {
  const { exchanges, blamed } = props;
  return (
    <details class="exchanges" open={exchanges.length <= 3}>
      <summary>
        {exchanges.length} {exchanges.length === 1 ? 'exchange' : 'exchanges'}
      </summary>
      <ol>
        {exchanges.map((exchange) => (
          <Exchange key={exchange.id} exchange={exchange} isBlamed={blamed.has(exchange.id)} />
        ))}
      </ol>
    </details>
  );
}

function Exchange({
  exchange,
  isBlamed,
}: {
  readonly exchange: ExchangeModel;
  readonly isBlamed: boolean;
}): JSX.Element {
  const { id, from, to, sender, request, sent, answer, received, mismatches, curl } = exchange;
  return (
    <li class={isBlamed ? 'blamed' : ''}>
      <p class="quiet small">
        <b>{id}</b> {from} to {to ?? '?'} ms · {sender}
        {isBlamed && <span class="mark fault">shows what was found</span>}
      </p>
      <p>
        <b>{request}</b> <code>{sent}</code>
      </p>
      <p>
        <b>{answer}</b> <code>{received}</code>
      </p>
      {mismatches.map((text) => (
        <p key={text} class="mismatch">
          {text}
        </p>
      ))}
      {curl !== undefined && <p class="curl quiet mono">{curl}</p>}
    </li>
  );
}

// The timeline of a check: a lane for each channel. It is laid out already; what broke the rule is drawn apart.

const LEFT = 130;
const RIGHT = 20;
const ROW = 22;

function ReportTimeline({
  name,
  timeline,
}: {
  readonly name: string;
  readonly timeline: TimelineModel;
}): JSX.Element {
  const { width, height, lanes, ticks, folds } = timeline;
  return (
    <Scroller label={`Timeline of ${name}`}>
      <svg
        class="lanes"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Timeline of ${name}: ${lanes.map((lane) => lane.name).join(', ')}`}
      >
        {ticks.map(({ x, words }) => (
          <g key={x}>
            <line class="tick" x1={x} x2={x} y1="20" y2={height} />
            <text class="time" x={x} y="14">
              {words}
            </text>
          </g>
        ))}
        {folds.map(({ x, words }) => (
          <g key={x}>
            <text class="fold" x={x} y="28">
              {words}
            </text>
            <path class="fold" d={`M${x - 4} 32l4 6l-4 6l4 6V${height}`} />
          </g>
        ))}
        {lanes.map((lane) => (
          <Lane key={lane.name} lane={lane} width={width} />
        ))}
      </svg>
    </Scroller>
  );
}

function Lane({ lane, width }: { readonly lane: LaneModel; readonly width: number }): JSX.Element {
  const { name, y, height, open, marks, left } = lane;
  return (
    <g>
      <rect class="lane-band" x={LEFT} y={y} width={width - LEFT - RIGHT} height={height} />
      {open && <rect class="open" x={open.x} y={y} width={open.width} height={height} />}
      <text class="lane" x={LEFT - 8} y={y + 15}>
        {name}
      </text>
      {marks.map((mark, at) => (
        <Mark key={at} mark={mark} />
      ))}
      {left > 0 && (
        <text class="more" x={LEFT + 6} y={y + height - 7}>
          and {left} more
        </text>
      )}
    </g>
  );
}

function Mark({ mark }: { readonly mark: MarkModel }): JSX.Element {
  const { x, y, width, label, labelX, tone, tip } = mark;
  const middle = y + ROW / 2;
  return (
    <g>
      <title>{tip}</title>
      {width === 0 ? (
        <path class={tone} d={`M${x} ${middle - 6}l6 6l-6 6l-6-6z`} />
      ) : (
        <rect class={tone} x={x} y={y + 3} width={width} height={ROW - 6} rx="2" />
      )}
      <text class={`label-${tone}`} x={labelX} y={y + 15}>
        {label}
      </text>
    </g>
  );
}
