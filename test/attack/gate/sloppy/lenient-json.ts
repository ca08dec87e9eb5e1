// Reads anything that resembles JSON: comments, bare words, any quotes, missing brackets, equal keys, several values.

export type Loose =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Loose[] }
  /** Equal keys stay side by side. */
  | { readonly kind: 'object'; readonly pairs: readonly (readonly [string, Loose])[] };

const QUOTES = '"\'`\u201c\u201d\u2018\u2019';
const ENDS = new Set([...'{}[],:;=&\n\r\t ']);

/** All values of a text, one after the other; texts in it that are JSON themselves are read, too. */
export function readLoosely(text: string, depth = 0): readonly Loose[] {
  const reader = createReader(text, depth);
  const values: Loose[] = [];
  while (!reader.ended()) {
    const value = reader.value();
    if (value) values.push(value);
    else reader.skip();
  }
  return values;
}

interface Reader {
  ended(): boolean;
  skip(): void;
  value(): Loose | undefined;
}

function createReader(text: string, depth: number): Reader {
  let at = 0;
  const space = (): void => {
    const match =
      /^(?:[\s\u0000-\u001f\ufeff\u200b,;]|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|#[^\n]*|<!--[^]*?-->)+/.exec(
        text.slice(at),
      );
    if (match) at += match[0].length;
  };
  const quoted = (): string => {
    const quote = text[at++] ?? '';
    const ends = quote === '\u201c' ? '\u201d' : quote === '\u2018' ? '\u2019' : quote;
    let word = '';
    while (at < text.length && text[at] !== ends) {
      if (text[at] === '\\') {
        word += `\\${text[at + 1] ?? ''}`;
        at += 2;
      } else word += text[at++];
    }
    at++;
    return unescaped(word);
  };
  const bare = (): string => {
    let word = '';
    while (at < text.length && !ENDS.has(text[at] ?? '') && !/[\u0000-\u001f]/.test(text[at] ?? ''))
      word += text[at++];
    return unescaped(word);
  };
  const word = (): string | undefined => {
    const sign = text[at];
    if (sign === undefined) return undefined;
    if (QUOTES.includes(sign)) return quoted();
    const read = bare();
    return read === '' ? undefined : read;
  };
  const object = (): Loose => {
    const pairs: [string, Loose][] = [];
    at++;
    for (space(); at < text.length && text[at] !== '}'; space()) {
      const key = word();
      if (key === undefined) {
        if (text[at] === ']') break;
        at++;
        continue;
      }
      space();
      if (text[at] === ':' || text[at] === '=') at += text[at + 1] === '>' ? 2 : 1;
      space();
      const read = value();
      if (read) pairs.push([key, read]);
    }
    at++;
    return { kind: 'object', pairs };
  };
  const list = (): Loose => {
    const items: Loose[] = [];
    at++;
    for (space(); at < text.length && text[at] !== ']'; space()) {
      const read = value();
      if (read) items.push(read);
      else if (text[at] === '}') break;
      else at++;
    }
    at++;
    return { kind: 'list', items };
  };
  const value = (): Loose | undefined => {
    space();
    if (text[at] === '{') return object();
    if (text[at] === '[') return list();
    const read = word();
    if (read === undefined) return undefined;
    const inner = depth < 3 && /^\s*[[{]/.test(read) ? readLoosely(read, depth + 1) : [];
    return inner.length > 0 ? { kind: 'list', items: inner } : { kind: 'scalar', text: read };
  };
  return {
    ended: () => {
      space();
      return at >= text.length;
    },
    skip: () => void at++,
    value,
  };
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-7]{2,3})|([^]))/gi,
    (_, braces?: string, four?: string, two?: string, octal?: string, other?: string) => {
      const code = octal ? parseInt(octal, 8) : parseInt(braces ?? four ?? two ?? 'x', 16);
      if (Number.isFinite(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      return other === '\n' ? '' : ({ n: '\n', t: '\t', r: '\r' }[other ?? ''] ?? other ?? '');
    },
  );
}

/** Every value within the values, the values themselves included. */
export function* within(values: readonly Loose[]): Generator<Loose> {
  for (const value of values) {
    yield value;
    if (value.kind === 'list') yield* within(value.items);
    if (value.kind === 'object') yield* within(value.pairs.map(([, each]) => each));
  }
}
