// Regular expressions that people write in files. They run on an engine whose time grows with the text and with the
// program only, so that no expression can hold the process up: see docs/decisions/0020-patterns-in-linear-time.md.
import { RE2JS, RE2JSSyntaxException } from 're2js';

export interface Pattern {
  /** Whether the expression finds something in the text. */
  test(text: string): boolean;
}

export type CompiledPattern =
  { readonly ok: true; readonly value: Pattern } | { readonly ok: false; readonly message: string };

export const PATTERN_LIMITS = {
  /** Characters of an expression. */
  length: 500,
  /** Instructions of its program: `a{500}` has about 500. */
  program: 1000,
};

/** Most expressions stand in steps that run many times. */
const compiled = new Map<string, CompiledPattern>();
const MOST_KEPT = 256;

/** The expression in the syntax of JavaScript, as far as the engine has it; `message` says what it lacks. */
export function compilePattern(source: string): CompiledPattern {
  const known = compiled.get(source);
  if (known) return known;
  const fresh = compile(source);
  if (compiled.size >= MOST_KEPT) compiled.clear();
  compiled.set(source, fresh);
  return fresh;
}

function compile(source: string): CompiledPattern {
  const { length, program } = PATTERN_LIMITS;
  if (source.length > length)
    return { ok: false, message: `the regular expression has more than ${length} characters` };
  try {
    const expression = RE2JS.compile(translated(source));
    if (expression.programSize() > program)
      return { ok: false, message: 'the regular expression is too large: its repetitions multiply' };
    return { ok: true, value: { test: (text) => expression.test(text) } };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { ok: false, message: wordsFor(error) };
    throw error;
  }
}

/** `\u00e9` and `\u{1F600}` of JavaScript have another spelling here; all else that both have is the same. */
function translated(source: string): string {
  return source.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|[^])/g,
    (escape, braced?: string, plain?: string) => {
      const code = braced ?? plain;
      return code === undefined ? escape : `\\x{${code}}`;
    },
  );
}

function wordsFor({ error, input }: RE2JSSyntaxException): string {
  const part = input ?? '';
  if (/^\(\?<?[=!]/.test(part)) return `look-around (${part.slice(0, 4)}) is not supported`;
  if (/^\\(?:[1-9]|k)/.test(part)) return `back references (${part.slice(0, 2)}) are not supported`;
  const at = part === '' ? '' : `: ${part.slice(0, 40)}`;
  return `Invalid regular expression: ${error}${at}`;
}
