// The other ways to read a text: escapes undone, base64 and hex decoded. Each knows where its characters come from.

/** Another reading of a text, or of a part of it. */
export interface TextView {
  readonly text: string;
  /** Where in the original the characters from `from` to before `to` of this reading come from. */
  original(from: number, to: number): readonly [from: number, to: number];
  /** The stretch of the original, widened to whole escapes. */
  around?(from: number, to: number): readonly [from: number, to: number];
}

const ESCAPES =
  /%u[\da-f]{4}|%[\da-f]{2}|\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[0-3][0-7]{2}|\\[^]|&#x[\da-f]{1,6};?|&#\d{1,7};?|&[a-z]{2,6};|=[\da-f]{2}|[\p{Cf}\p{Default_Ignorable_Code_Point}]/giu;
const MAYBE_ESCAPED = /[%\\&=\u0080-\uffff]/;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  lowbar: '_',
  period: '.',
  sol: '/',
  plus: '+',
  equals: '=',
  colon: ':',
  dash: '-',
};
const LETTER_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Escapes of URLs, JSON, HTML, mail and programming languages undone, and invisible characters left out. */
export function unescaped(text: string): TextView | undefined {
  if (!MAYBE_ESCAPED.test(text)) return undefined;
  const starts: number[] = [];
  const ends: number[] = [];
  const escapes: Span[] = [];
  let out = '';
  let end = 0;
  const copy = (to: number): void => {
    for (let at = end; at < to; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
    out += text.slice(end, to);
  };
  for (const match of text.matchAll(ESCAPES)) {
    const meant = meaningOf(match[0]);
    if (meant === undefined) continue;
    copy(match.index);
    end = match.index + match[0].length;
    escapes.push([match.index, end]);
    for (let at = 0; at < meant.length; at++) {
      starts.push(match.index);
      ends.push(end);
    }
    out += meant;
  }
  if (end === 0) return undefined;
  copy(text.length);
  return {
    text: out,
    original: (from, to) => [starts[from] ?? 0, ends[to - 1] ?? text.length],
    around: (from, to) => [spanAt(escapes, from)?.[0] ?? from, spanAt(escapes, to)?.[1] ?? to],
  };
}

type Span = readonly [from: number, to: number];

/** The one that the place is inside of; they are in order, and may be many. */
function spanAt(spans: readonly Span[], place: number): Span | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.[1] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  const span = spans[low];
  return span && span[0] < place ? span : undefined;
}

/** Undefined for what is no escape after all. */
function meaningOf(escape: string): string | undefined {
  const second = escape.charAt(1);
  switch (escape.charAt(0)) {
    case '&': {
      if (second !== '#') return ENTITIES[escape.slice(1, -1).toLowerCase()];
      const digits = escape.replace(/[&#x;]/gi, '');
      return characterOf(Number.parseInt(digits, /x/i.test(escape) ? 16 : 10));
    }
    case '%':
    case '=':
      return characterOf(Number.parseInt(escape.replace(/[%=u]/gi, ''), 16));
    case '\\':
      if (/^\\[ux]./i.test(escape)) return characterOf(Number.parseInt(escape.replace(/[\\ux{}]/gi, ''), 16));
      if (escape.length === 4) return characterOf(Number.parseInt(escape.slice(1), 8));
      return LETTER_ESCAPES[second] ?? escape.slice(1);
    default:
      return '';
  }
}

function characterOf(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Shorter stretches hold no piece of a secret: eight characters are eleven of base64, sixteen of hex. */
const BASE64 = /[\w+/-]{11,}/g;
const HEX = /(?:[\da-f]{2}){8,}|[\da-f]{2}(?:(?:[ :,;-]|, ?0x|,? ?\\x)[\da-f]{2}){7,}/gi;
const DECIMAL = /\b\d{2,3}(?:[,; ]{1,2}\d{2,3}){7,}\b/g;

/** What stretches of the text are when they are base64 or hex, whatever stands before and after the secret in them. */
export function* decodedViews(text: string): Generator<TextView> {
  if (text.length < 11) return;
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    for (let skip = 0; skip < 4; skip++) {
      const view = base64View(run, skip, index);
      if (view) yield view;
    }
  }
  if (text.length < 16) return;
  for (const { 0: run, index } of text.matchAll(HEX)) yield* hexViews(run, index);
  for (const { 0: run, index } of text.matchAll(DECIMAL)) yield* unitView(run, /\d+/g, 10, index);
}

function* hexViews(run: string, index: number): Generator<TextView> {
  yield* unitView(run, /[\da-f]{2}(?!x)/gi, 16, index);
  if (/^[\da-f]*$/i.test(run)) yield* unitView(run.slice(1), /[\da-f]{2}/gi, 16, index + 1);
}

/** @param unit matches what stands for one character. */
function* unitView(run: string, unit: RegExp, base: number, index: number): Generator<TextView> {
  const starts: number[] = [];
  const ends: number[] = [];
  const codes: number[] = [];
  for (const match of run.matchAll(unit)) {
    starts.push(index + match.index);
    ends.push(index + match.index + match[0].length);
    codes.push(Number.parseInt(match[0], base) & 0xff);
  }
  if (!isReadable(codes)) return;
  yield { text: textOf(codes), original: (from, to) => [starts[from] ?? index, ends[to - 1] ?? index] };
}

function base64View(run: string, skip: number, index: number): TextView | undefined {
  if (!isReadableBase64(run, skip)) return undefined;
  const bytes: number[] = [];
  for (let at = skip, held = 0, bits = 0; at < run.length; at++) {
    held = ((held << 6) | sextetOf(run.charCodeAt(at))) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  const characterAt = (bit: number): number => index + skip + bit;
  return {
    text: textOf(bytes),
    original: (from, to) => [
      characterAt(Math.floor((from * 8) / 6)),
      Math.min(characterAt(Math.ceil((to * 8) / 6)), index + run.length),
    ],
  };
}

/** Nearly all runs of letters are no base64, and this is all that is done with them. */
function isReadableBase64(run: string, skip: number): boolean {
  let row = 0;
  for (let at = skip, held = 0, bits = 0; at < run.length; at++) {
    held = ((held << 6) | sextetOf(run.charCodeAt(at))) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    row = isReadableCode((held >> bits) & 0xff) ? row + 1 : 0;
    if (row === READABLE) return true;
  }
  return false;
}

/** What is longer is put together of parts: arguments of one call. */
const MOST_CODES = 16_384;

function textOf(codes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < codes.length; at += MOST_CODES)
    text += String.fromCharCode(...codes.slice(at, at + MOST_CODES));
  return text;
}

function sextetOf(code: number): number {
  if (code >= 0x61) return code - 0x61 + 26;
  if (code === 0x5f || code === 0x2f) return 63;
  if (code >= 0x41) return code - 0x41;
  if (code >= 0x30) return code - 0x30 + 52;
  return 62;
}

const READABLE = 8;

/** Whether there are eight characters in a row that text has: what is no encoded text seldom has them. */
function isReadable(codes: readonly number[]): boolean {
  let row = 0;
  for (const code of codes) {
    row = isReadableCode(code) ? row + 1 : 0;
    if (row === READABLE) return true;
  }
  return false;
}

const isReadableCode = (code: number): boolean => code >= 0x20 && code !== 0x7f;
