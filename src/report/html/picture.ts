// A timeline as an SVG, as data, so that a page may show it that takes no markup from a script: a lane for each channel, with what broke the rule drawn apart.
import type { LaneModel, MarkModel, TimelineModel } from './timeline.js';

const LEFT = 130;
const RIGHT = 20;
const ROW = 22;

/** An element of the picture. */
export interface PictureElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly (PictureElement | string)[];
}

const drawn = (
  tag: string,
  attributes: PictureElement['attributes'],
  ...content: PictureElement['content']
): PictureElement => ({
  tag,
  attributes,
  content,
});

/** @param name what it is the timeline of. */
export function pictureOf(
  name: string,
  { width, height, lanes, ticks, folds }: TimelineModel,
): PictureElement {
  const label = `Timeline of ${name}: ${lanes.map((lane) => lane.name).join(', ')}`;
  return drawn(
    'svg',
    { class: 'lanes', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    ...ticks.flatMap(({ x, words }) => [
      drawn('line', { class: 'tick', x1: x, x2: x, y1: 20, y2: height }),
      text('time', x, 14, words),
    ]),
    ...folds.flatMap(({ x, words }) => [
      text('fold', x, 28, words),
      drawn('path', { class: 'fold', d: `M${x - 4} 32l4 6l-4 6l4 6V${height}` }),
    ]),
    ...lanes.flatMap((lane) => laneOf(lane, width)),
  );
}

function laneOf({ name, y, height, open, marks, left }: LaneModel, width: number): readonly PictureElement[] {
  return [
    drawn('rect', { class: 'lane-band', x: LEFT, y, width: width - LEFT - RIGHT, height }),
    ...(open ? [drawn('rect', { class: 'open', x: open.x, y, width: open.width, height })] : []),
    text('lane', LEFT - 8, y + 15, name),
    ...marks.map(markOf),
    ...(left > 0 ? [text('more', LEFT + 6, y + height - 7, `and ${left} more`)] : []),
  ];
}

function markOf({ x, y, width, label, labelX, tone, tip }: MarkModel): PictureElement {
  const middle = y + ROW / 2;
  const shape =
    width === 0
      ? drawn('path', { class: tone, d: `M${x} ${middle - 6}l6 6l-6 6l-6-6z` })
      : drawn('rect', { class: tone, x, y: y + 3, width, height: ROW - 6, rx: 2 });
  return drawn('g', {}, drawn('title', {}, tip), shape, text(`label-${tone}`, labelX, y + 15, label));
}

function text(style: string, x: number, y: number, words: string): PictureElement {
  return drawn('text', { class: style, x, y }, words);
}

/** The picture as markup, for a document without a script. */
export function markupOf({ tag, attributes, content }: PictureElement): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${markupText(String(value))}"`,
  );
  const inside = content.map((each) => (typeof each === 'string' ? markupText(each) : markupOf(each)));
  return `<${tag}${written.join('')}>${inside.join('')}</${tag}>`;
}

/** What no text and no attribute of a document may hold as it is. */
export const markupText = (words: string): string =>
  words.replace(/[&<>"'\u0000-\u0008\u000b-\u001f\u007f]/g, (character) => `&#${character.charCodeAt(0)};`);
