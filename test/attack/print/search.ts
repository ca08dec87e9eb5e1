// Looks through what the program has printed and written: for secrets, and for what does something to a terminal, a
// log or a page. Written apart from what the program knows of them.
import { loadReportFrame } from '../../../src/cli/load/page.js';
import { ENCODINGS } from './encodings.js';

/** The lines of the HTML report that the build has made, whoever is judged. */
const FRAME = new Set(loadReportFrame().split('\n'));

export interface Output {
  readonly name: string;
  readonly text: string;
}

const PIECE = 8;

/** Where a secret shows: as a whole, in an encoding, or eight characters in a row of it. */
export function leaksIn(outputs: readonly Output[], secrets: Iterable<string>): string[] {
  const wanted = new Map<string, string>();
  for (const secret of secrets) {
    for (let at = 0; at + PIECE <= secret.length; at++)
      wanted.set(secret.slice(at, at + PIECE).toLowerCase(), 'a piece');
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      // The halves are pieces, and what stands around a secret is no secret.
      if (/half|sentence/.test(name)) continue;
      const core = encode(secret).slice(4, -4).toLowerCase();
      if (core.length >= PIECE) wanted.set(core, name);
    }
  }
  return outputs.flatMap(({ name, text }) => found(name, text.toLowerCase(), wanted));
}

/** By beginnings of eight characters, so that thousands of secrets are looked for at once. */
function found(name: string, text: string, wanted: ReadonlyMap<string, string>): string[] {
  const byStart = new Map<string, string[]>();
  for (const each of wanted.keys())
    byStart.set(each.slice(0, PIECE), [...(byStart.get(each.slice(0, PIECE)) ?? []), each]);
  const leaks: string[] = [];
  for (let at = 0; at + PIECE <= text.length && leaks.length < 20; at++) {
    for (const each of byStart.get(text.slice(at, at + PIECE)) ?? [])
      if (text.startsWith(each, at))
        leaks.push(
          `${name}: ${wanted.get(each)} «${each}» in …${text.slice(Math.max(0, at - 60), at + 60)}…`,
        );
  }
  return leaks;
}

/** What a text must not have raw, whatever it is read by. */
const RAW = new RegExp(
  String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]`,
);
/** Lines of our own: annotations of what was found. */
const ANNOTATION = /^::(?:error|warning) (?:file=[^\n]*,)?title=[^\n:]*::/;

export function poisonIn(outputs: readonly Output[]): string[] {
  return outputs.flatMap(({ name, text }) => {
    // A stream that only the page reads, which shows each such character by its number.
    if (name === 'page') return [];
    const lines = text
      .split('\n')
      .filter((line) => name !== 'html' || !FRAME.has(line))
      .map((line) => line.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, 'x'));
    return lines.flatMap((line, at) => {
      const raw = RAW.exec(line)?.[0];
      const place = `${name}:${at + 1}`;
      return [
        ...(raw === undefined
          ? []
          : [`${place}: the character ${raw.charCodeAt(0).toString(16)} in ${line.slice(0, 200)}`]),
        ...(/^\s*::/.test(line) && !ANNOTATION.test(line)
          ? [`${place}: a command: ${line.slice(0, 200)}`]
          : []),
        ...(/##\w*\[/.test(line) ? [`${place}: a command: ${line.slice(0, 200)}`] : []),
        ...(MARKUP[name]?.test(line) ? [`${place}: markup: ${line.slice(0, 200)}`] : []),
      ];
    });
  });
}

/** Elements that none of our reports has. */
const MARKUP: Readonly<Record<string, RegExp>> = {
  html: /<(?:script(?! type="application\/json" id="data">)|img|iframe|marquee)\b|<\w[^<>]*\s(?:on\w+|(?:src|href)="[^#])/i,
  junit: /<(?:script|img|b)\b|<!\[CDATA/i,
  github: /<(?:script|img|iframe|b)\b|\]\(|https?:\/\/evil/i,
};
