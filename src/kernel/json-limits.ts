// Reads JSON from outside: how deep it nests and how much it holds is found out before anything walks it.

export interface JsonLimits {
  /** Arrays and objects inside one another. */
  readonly depth: number;
  /** Values in all: elements of arrays and values of keys, and the containers themselves. */
  readonly values: number;
}

export type JsonRead =
  | { readonly ok: true; readonly value: unknown }
  /** `syntax`: no JSON. `depth`, `values`: beyond this limit, whatever it is besides. */
  | { readonly ok: false; readonly why: 'syntax' | keyof JsonLimits };

export function readJson(text: string, limits: JsonLimits): JsonRead {
  const beyond = beyondLimit(text, limits);
  if (beyond !== undefined) return { ok: false, why: beyond };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, why: 'syntax' };
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** One pass over brackets and commas outside of strings; a text that is no JSON may pass, and the parser refuses it. */
function beyondLimit(text: string, { depth, values }: JsonLimits): keyof JsonLimits | undefined {
  // Each level needs a bracket at both ends, and each value a comma or a bracket beside it.
  if (text.length <= 2 * depth && text.length < values) return undefined;
  let open = 0;
  let seen = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        if (at < 0) return undefined;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if (++open > depth) return 'depth';
        if (++seen > values) return 'values';
        break;
      case COMMA:
        if (++seen > values) return 'values';
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        open--;
        break;
      default:
    }
  }
  return undefined;
}

/** Where the string ends that begins at `from`; -1 when it does not. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
