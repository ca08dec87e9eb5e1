// Puts all mutants into the code at once, each behind a switch, with the library of Stryker. It knows no test runner.
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type Mutant, identified } from './mutant.js';

export interface CodeFile {
  /** Below `src/simulator`, as in `service/quotas.ts`. */
  readonly path: string;
  readonly code: string;
}

export interface Instrumented {
  readonly files: readonly CodeFile[];
  readonly mutants: readonly Mutant[];
}

const never = (): boolean => false;
const nothing = (): void => undefined;
const SILENT = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

export async function instrument(files: readonly CodeFile[]): Promise<Instrumented> {
  const given = files.map(({ path, code }) => ({ name: path, content: code, mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const made = await new Instrumenter(SILENT).instrument(given, options);
  const codes = new Map(files.map(({ path, code }) => [path, code.split('\n')]));
  const found = made.mutants.map(({ id, fileName, mutatorName, replacement, location }) => ({
    key: id,
    file: fileName,
    mutator: mutatorName,
    from: cut(codes.get(fileName) ?? [], location),
    to: replacement,
  }));
  return {
    files: made.files.map(({ name, content }) => ({ path: name, code: content })),
    mutants: identified(found),
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns from 0. */
function cut(
  lines: readonly string[],
  { start, end }: { readonly start: Place; readonly end: Place },
): string {
  const part = lines.slice(start.line, end.line + 1);
  const last = part.pop() ?? '';
  const whole = [...part, last.slice(0, end.column)].join('\n');
  return whole.slice(start.column);
}
