// Small draws that the generators of dialects and of values share.
import fc from 'fast-check';

/** Draws one value from an arbitrary; fast-check replays and shrinks the draws. */
export type Draw = fc.GeneratorValue;

/** Compared by its argument when fast-check looks for an arbitrary that it has made already. */
const nat = (max: number): fc.Arbitrary<number> => fc.nat(max);

export function chance(draw: Draw, oneIn: number): boolean {
  return draw(nat, oneIn - 1) === 0;
}

export function pick<T>(draw: Draw, items: readonly T[]): T {
  return items[draw(nat, items.length - 1)]!;
}

/** A name that a field of the wire may have, and that is not among `taken`; it is then. */
export function drawName(draw: Draw, taken: Set<string>): string {
  const stem = pick(draw, NAMES);
  let name = stem;
  for (let number = 2; taken.has(name); number++) name = `${stem}${number}`;
  taken.add(name);
  return name;
}

const NAMES = [
  ...['id', 'nr', 'value', 'relays', 'type', 'status', 'data', 'device', 'Größe', 'two words', 'a/b', 'm~n'],
  ...[
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '0',
    '17',
    'null',
    'true',
    '',
    '-',
    '#',
    '&x',
    '*',
  ],
];

/** Text that no placeholder is mistaken for. */
export function drawText(draw: Draw): string {
  return pick(draw, [
    '',
    'x',
    'urn:dev:',
    'K',
    ' / ',
    '€',
    '?',
    '(a|b)',
    ':hex',
    '{',
    '}',
    '[',
    '.',
    '~',
    '$',
    '$$',
  ]);
}

/** Text as a sample writes it: a dollar sign is doubled. */
export function escaped(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Different words, of which none is empty. */
export function drawWords(draw: Draw, count: number): string[] {
  return drawSome(
    draw,
    ['on', 'off', 'AN', 'AUS', 'true', '1', '0', 'x-1', 'Öl', 'PENDING', '+', '__proto__'],
    count,
  );
}

export function drawNumbers(draw: Draw, count: number): number[] {
  return drawSome(draw, [0, 1, 2, 3, -1, 7.5, 42, 100], count);
}

function drawSome<T>(draw: Draw, items: readonly T[], count: number): T[] {
  const left = [...items];
  return Array.from({ length: count }, () => left.splice(draw(nat, left.length - 1), 1)[0]!);
}
