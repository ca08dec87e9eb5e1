// The timeline of a check: a lane for each channel. It is laid out already; what broke the rule is drawn apart.
import type { JSX } from 'preact';
import type { LaneModel, MarkModel, TimelineModel } from '../../report/html/report-model.js';
import { Scroller } from '../shared/scroller.js';

const LEFT = 130;
const RIGHT = 20;
const ROW = 22;

export function ReportTimeline({
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
