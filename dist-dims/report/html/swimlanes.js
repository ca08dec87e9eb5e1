// The timeline of a check as an SVG: a lane for each channel, a bar for each exchange, a point for each event.
import { formatDuration } from '../../kernel/duration.js';
import { lanesOf } from './lanes.js';
import { markup, NOTHING } from './markup.js';
import { createTimeScale } from './time-scale.js';
const WIDTH = 1000;
const LEFT = 130;
const RIGHT = 20;
const ROW = 22;
const LANE_GAP = 8;
const AXIS = 34;
const LETTER = 6.3;
const LEAST_BAR = 5;
/** A burst of requests fills this many rows, and the table below has the rest. */
const MOST_ROWS = 12;
export function swimlanes(check) {
    const lanes = lanesOf(check);
    const spans = lanes.flatMap((lane) => lane.marks);
    if (spans.length === 0)
        return NOTHING;
    const scale = createTimeScale(spans, LEFT, WIDTH - LEFT - RIGHT);
    let y = AXIS;
    const bands = lanes.map((lane) => {
        const laid = layLane(lane, scale);
        const band = laneMarkup(lane, laid, y, scale);
        y += laid.rows * ROW + LANE_GAP;
        return band;
    });
    const title = `Timeline of ${check.id}: ${lanes.map(({ name }) => name).join(', ')}`;
    return markup `<svg viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${title}" class="lanes">
    ${axis(scale, y)}${bands}
  </svg>`;
}
/** Marks that would cover one another come to stand in different rows. */
function layLane(lane, scale) {
    const ends = [];
    const placed = lane.marks
        .toSorted((a, b) => a.from - b.from)
        .map((mark) => {
        const x = scale.x(mark.from);
        const width = Math.max(LEAST_BAR, scale.x(mark.to) - x);
        const label = labelX(x, width, mark);
        const from = Math.min(x, label);
        const free = ends.findIndex((taken) => taken <= from);
        const row = free < 0 ? ends.length : free;
        ends[row] = Math.max(x + width, label + textWidth(mark)) + 6;
        return { mark, row, x, width, label };
    });
    const marks = placed.filter(({ row }) => row < MOST_ROWS);
    const left = placed.length - marks.length;
    return { rows: Math.max(1, Math.min(ends.length, MOST_ROWS)) + (left > 0 ? 1 : 0), marks, left };
}
const textWidth = ({ label }) => label.length * LETTER;
/** Inside the bar when there is room, else after it; before it at the right edge. */
function labelX(x, width, mark) {
    const text = textWidth(mark);
    const isPoint = mark.from === mark.to;
    if (!isPoint && text + 8 <= width)
        return x + 4;
    const after = isPoint ? x + 9 : x + width + 3;
    return after + text <= WIDTH ? after : Math.max(LEFT, x - text - (isPoint ? 9 : 3));
}
function laneMarkup(lane, { rows, marks, left }, y, scale) {
    const height = rows * ROW;
    const more = markup `<text class="more" x="${LEFT + 6}" y="${y + height - 7}">and ${left} more</text>`;
    return markup `<g><rect class="band" x="${LEFT}" y="${y}" width="${WIDTH - LEFT - RIGHT}" height="${height}"/>
${openBand(lane.open, y, height, scale)}<text class="lane" x="${LEFT - 8}" y="${y + 15}">${laneName(lane.name)}</text>
${marks.map((each) => markMarkup(each, y + each.row * ROW))}${left > 0 ? more : NOTHING}</g>
`;
}
const laneName = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);
function openBand(open, y, height, scale) {
    if (!open)
        return NOTHING;
    const [from, to] = [scale.x(open.from), scale.x(open.to)];
    const width = round(Math.max(1, to - from));
    return markup `<rect class="open" x="${round(from)}" y="${y}" width="${width}" height="${height}"/>`;
}
function markMarkup({ mark, x, width, label }, y) {
    const middle = y + ROW / 2;
    const shape = mark.from === mark.to
        ? markup `<path class="${mark.tone}" d="M${round(x)} ${middle - 6}l6 6l-6 6l-6-6z"/>`
        : markup `<rect class="${mark.tone}" x="${round(x)}" y="${y + 3}" width="${round(width)}" height="${ROW - 6}" rx="2"/>`;
    return markup `<g><title>${mark.tip}</title>${shape}<text x="${round(label)}" y="${y + 15}">${mark.label}</text></g>
`;
}
/** Times at the ends of each busy stretch, and a mark where time is folded. */
function axis(scale, height) {
    const ticks = scale.stretches.flatMap((stretch) => ticksOf(stretch, scale));
    const lines = ticks.map((at) => markup `<line class="tick" x1="${round(scale.x(at))}" x2="${round(scale.x(at))}" y1="20" y2="${height}" />
        <text class="time" x="${round(scale.x(at))}" y="14">${at} ms</text>`);
    const folds = scale.folds.map(({ x, hidden }) => markup `<text class="fold" x="${round(x)}" y="28">${formatDuration(hidden)}</text>
        <path class="fold" d="M${round(x - 4)} 32l4 6l-4 6l4 6V${height}" />`);
    return markup `${lines}${folds}`;
}
/** Round times in a stretch, as many as there is room for. */
function ticksOf({ from, to }, scale) {
    const room = Math.max(1, Math.floor((scale.x(to) - scale.x(from)) / 90));
    const step = niceStep((to - from) / room);
    const first = Math.ceil(Math.max(0, from) / step) * step;
    const count = Math.max(0, Math.floor((to - first) / step) + 1);
    return Array.from({ length: count }, (_, at) => first + at * step);
}
function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
    return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}
const round = (x) => Number(x.toFixed(1));
