// A timeline as an SVG that needs no script: a lane for each channel, with what broke the rule drawn apart.
import type { LaneModel, MarkModel, TimelineModel } from './timeline.js';

const LEFT = 130;
const RIGHT = 20;
const ROW = 22;

/** @param name what it is the timeline of. */
export function pictureOf(name: string, { width, height, lanes, ticks, folds }: TimelineModel): string {
  const label = markupText(`Timeline of ${name}: ${lanes.map((lane) => lane.name).join(', ')}`);
  return [
    `<svg class="lanes" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
    ...ticks.map(
      ({ x, words }) =>
        `<line class="tick" x1="${x}" x2="${x}" y1="20" y2="${height}"/>${text('time', x, 14, words)}`,
    ),
    ...folds.map(
      ({ x, words }) =>
        `${text('fold', x, 28, words)}<path class="fold" d="M${x - 4} 32l4 6l-4 6l4 6V${height}"/>`,
    ),
    ...lanes.map((lane) => laneOf(lane, width)),
    '</svg>',
  ].join('');
}

function laneOf({ name, y, height, open, marks, left }: LaneModel, width: number): string {
  return [
    `<rect class="lane-band" x="${LEFT}" y="${y}" width="${width - LEFT - RIGHT}" height="${height}"/>`,
    open ? `<rect class="open" x="${open.x}" y="${y}" width="${open.width}" height="${height}"/>` : '',
    text('lane', LEFT - 8, y + 15, name),
    ...marks.map(markOf),
    left > 0 ? text('more', LEFT + 6, y + height - 7, `and ${left} more`) : '',
  ].join('');
}

function markOf({ x, y, width, label, labelX, tone, tip }: MarkModel): string {
  const middle = y + ROW / 2;
  const shape =
    width === 0
      ? `<path class="${tone}" d="M${x} ${middle - 6}l6 6l-6 6l-6-6z"/>`
      : `<rect class="${tone}" x="${x}" y="${y + 3}" width="${width}" height="${ROW - 6}" rx="2"/>`;
  return `<g><title>${markupText(tip)}</title>${shape}${text(`label-${tone}`, labelX, y + 15, label)}</g>`;
}

function text(style: string, x: number, y: number, words: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${markupText(words)}</text>`;
}

/** What no text and no attribute of a document may hold as it is. */
export const markupText = (words: string): string =>
  words.replace(/[&<>"'\u0000-\u0008\u000b-\u001f\u007f]/g, (character) => `&#${character.charCodeAt(0)};`);
