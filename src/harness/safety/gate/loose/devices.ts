// Which devices a text names: known ones in any spelling, and words that stand where a device stands.
import type { Words } from './words.js';

export interface NamedDevices {
  /** Identifiers of devices that exist. */
  readonly known: readonly string[];
  /** What stands in a device's place and is none of those; as written there. */
  readonly others: readonly string[];
}

/** Shorter ones are looked for as whole words: they would be found in everything. */
const SHORTEST = 3;

/** @param lasts what the parts of the message are with every layer of escapes off. */
export function devicesIn(
  readings: readonly string[],
  lasts: readonly string[],
  ids: readonly string[],
  words: Words,
): NamedDevices {
  const longestFirst = ids.toSorted((a, b) => b.length - a.length);
  const known = new Set<string>();
  for (const reading of readings) {
    let rest = reading.replace(/[^a-z0-9]/g, '');
    for (const id of longestFirst) {
      const short = squashed(id);
      const there =
        short.length < SHORTEST ? wholeWord(id.toLowerCase()).test(reading) : rest.includes(short);
      if (!there) continue;
      known.add(id);
      // `dev-1` does not stand in `dev-10` where there is a device of that name.
      rest = rest.replaceAll(short, ' ');
    }
  }
  return { known: [...known], others: lasts.flatMap((last) => othersIn(last, ids, words)) };
}

function othersIn(last: string, ids: readonly string[], { deviceKeys }: Words): readonly string[] {
  const keys = [...deviceKeys].join('|');
  const inPath = [...last.matchAll(/devices[/\\]+([^/\\?#;\s"']+)/g)];
  const inFields = [
    ...last.matchAll(new RegExp(`(?:^|[^a-z])(?:${keys})["']?\\s*[:=]\\s*["']?([^"',}&\\s[{]+)`, 'g')),
  ];
  return [...inPath, ...inFields]
    .map(([, value = '']) => value)
    .filter((value) => !ids.some((id) => squashed(value).endsWith(squashed(id)) && squashed(id) !== ''))
    .filter((value) => value !== 'request');
}

/** What takes the names of devices out of a text. */
export function withoutDevices(ids: readonly string[]): (text: string) => string {
  const names = ids.toSorted((a, b) => b.length - a.length).map((id) => escaped(id.toLowerCase()));
  const any = new RegExp(
    `conform-no-such-[a-z0-9-]{1,40}|\\b999999999999999\\b|(?<![a-z0-9])(?:${[...names, '(?!)'].join('|')})(?![a-z0-9])`,
    'g',
  );
  return (text) => text.replace(any, ' ');
}

function wholeWord(text: string): RegExp {
  return new RegExp(`(?<![a-z0-9])${escaped(text)}(?![a-z0-9])`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.|?+*()[\]{}]/g, String.raw`\$&`);
}

function squashed(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}
