// The timeline of a check as an SVG: a lane for each channel, a bar for each exchange, a point for each event.
import { formatDuration } from '../../kernel/duration.js';
import type { CheckResult } from '../../harness/verdict.js';
import { type Lane, lanesOf, type Mark } from './lanes.js';
import { markup, type Markup, NOTHING } from './markup.js';
import { createTimeScale, type Span, type TimeScale } from './time-scale.js';

const WIDTH = 1000;
const LEFT = 130;
const RIGHT = 20;
const ROW = 22;
const LANE_GAP = 8;
const AXIS = 34;
const LETTER = 6.3;
const LEAST_BAR = 5;

export function swimlanes(check: CheckResult): Markup {
  const lanes = lanesOf(check);
  const spans = lanes.flatMap((lane) => lane.marks);
  if (spans.length === 0) return NOTHING;
  const scale = createTimeScale(spans, LEFT, WIDTH - LEFT - RIGHT);
  let y = AXIS;
  const bands = lanes.map((lane) => {
    const laid = layLane(lane, scale);
    const band = laneMarkup(lane, laid, y, scale);
    y += laid.rows * ROW + LANE_GAP;
    return band;
  });
  const title = `Timeline of ${check.id}: ${lanes.map(({ name }) => name).join(', ')}`;
  return markup`<svg viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${title}" class="lanes">
    ${axis(scale, y)}${bands}
  </svg>`;
}

interface Laid {
  readonly rows: number;
  readonly marks: readonly {
    readonly mark: Mark;
    readonly row: number;
    readonly x: number;
    readonly width: number;
  }[];
}

/** Marks that would cover one another come to stand in different rows. */
function layLane(lane: Lane, scale: TimeScale): Laid {
  const ends: number[] = [];
  const marks = lane.marks
    .toSorted((a, b) => a.from - b.from)
    .map((mark) => {
      const x = scale.x(mark.from);
      const width = Math.max(LEAST_BAR, scale.x(mark.to) - x);
      const end = Math.max(x + width, labelX(x, width, mark) + mark.label.length * LETTER) + 6;
      const free = ends.findIndex((taken) => taken <= x);
      const row = free < 0 ? ends.length : free;
      ends[row] = end;
      return { mark, row, x, width };
    });
  return { rows: Math.max(1, ends.length), marks };
}

/** Inside the bar when there is room, else after it. */
function labelX(x: number, width: number, mark: Mark): number {
  return mark.label.length * LETTER + 8 <= width ? x + 4 : x + width + 3;
}

function laneMarkup(lane: Lane, { rows, marks }: Laid, y: number, scale: TimeScale): Markup {
  const height = rows * ROW;
  return markup`<g
    ><rect class="band" x="${LEFT}" y="${y}" width="${WIDTH - LEFT - RIGHT}" height="${height}" />
    ${openBand(lane.open, y, height, scale)}<text class="lane" x="${LEFT - 8}" y="${y + 15}"
      >${laneName(lane.name)}</text
    >
    ${marks.map(({ mark, row, x, width }) => markMarkup(mark, x, y + row * ROW, width))}</g
  > `;
}

const laneName = (name: string): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

function openBand(open: Span | undefined, y: number, height: number, scale: TimeScale): Markup {
  if (!open) return NOTHING;
  const [from, to] = [scale.x(open.from), scale.x(open.to)];
  return markup`<rect
    class="open"
    x="${from}"
    y="${y}"
    width="${Math.max(1, to - from)}"
    height="${height}"
  />`;
}

function markMarkup(mark: Mark, x: number, y: number, width: number): Markup {
  const point = mark.from === mark.to;
  const middle = y + ROW / 2;
  const shape = point
    ? markup`<path class="${mark.tone}" d="M${round(x)} ${middle - 6}l6 6l-6 6l-6-6z" />`
    : markup`<rect
        class="${mark.tone}"
        x="${round(x)}"
        y="${y + 3}"
        width="${round(width)}"
        height="${ROW - 6}"
        rx="2"
      />`;
  const text = round(point ? x + 9 : labelX(x, width, mark));
  return markup`<g><title>${mark.tip}</title>${shape}<text x="${text}" y="${y + 15}">${mark.label}</text></g> `;
}

/** Times at the ends of each busy stretch, and a mark where time is folded. */
function axis(scale: TimeScale, height: number): Markup {
  const ticks = scale.stretches.flatMap((stretch) => ticksOf(stretch, scale));
  const lines = ticks.map(
    (at) =>
      markup`<line class="tick" x1="${round(scale.x(at))}" x2="${round(scale.x(at))}" y1="20" y2="${height}" />
        <text class="time" x="${round(scale.x(at))}" y="14">${at} ms</text>`,
  );
  const folds = scale.folds.map(
    ({ x, hidden }) =>
      markup`<text class="fold" x="${round(x)}" y="28">${formatDuration(hidden)}</text>
        <path class="fold" d="M${round(x - 4)} 32l4 6l-4 6l4 6V${height}" />`,
  );
  return markup`${lines}${folds}`;
}

/** Round times in a stretch, as many as there is room for. */
function ticksOf({ from, to }: Span, scale: TimeScale): number[] {
  const room = Math.max(1, Math.floor((scale.x(to) - scale.x(from)) / 90));
  const step = niceStep((to - from) / room);
  const first = Math.ceil(Math.max(0, from) / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => first + at * step);
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

const round = (x: number): number => Number(x.toFixed(1));
