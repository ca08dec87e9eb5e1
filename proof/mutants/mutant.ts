// A mutant: one small change to one place of the simulator, and a name for it that other changes leave as it is.
import { createHash } from 'node:crypto';

/** As the library finds it. */
export interface FoundMutant {
  /** What turns it on, in the instrumented copy. It changes with every change of the code. */
  readonly key: string;
  /** Below `src/simulator`, as in `service/quotas.ts`. */
  readonly file: string;
  /** What kind of change, by the library's name. */
  readonly mutator: string;
  /** The code that is replaced. */
  readonly from: string;
  readonly to: string;
}

export interface Mutant extends FoundMutant {
  /** `service/quotas.ts EqualityOperator 1f0e3dad`; the second of its like has ` 2` behind it. */
  readonly id: string;
}

/** Of a longer piece of code only the beginning counts, so that a change far inside leaves the name. */
const LONGEST_SNIPPET = 160;
const DIGITS = 8;

/** Names mutants by what is changed and into what, never by a line: code that moves keeps the names. */
export function identified(found: readonly FoundMutant[]): Mutant[] {
  const seen = new Map<string, number>();
  return found.map((mutant) => {
    const from = snippet(mutant.from);
    const to = snippet(mutant.to);
    const digest = createHash('sha256').update(`${from}\n${to}`).digest('hex').slice(0, DIGITS);
    const name = `${mutant.file} ${mutant.mutator} ${digest}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...mutant, from, to, id: count === 1 ? name : `${name} ${count}` };
  });
}

/** Without comments' and lines' layout: one space wherever there is any. */
function snippet(code: string): string {
  const flat = code.replaceAll(/\s+/g, ' ').trim();
  return flat.length > LONGEST_SNIPPET ? `${flat.slice(0, LONGEST_SNIPPET)}…` : flat;
}
