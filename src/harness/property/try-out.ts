// One program of a search: drawn for its place, put together and run. What a search needs to know of it is plain
// data, so that it can be run in another thread than the one that searches.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Halt } from '../scenario/engine/execution-context.js';
import type { Finding } from '../verdict/verdict.js';
import { type Executor, factsFor } from './executor.js';
import { breachesIn } from './confirm.js';
import { compose } from './compose.js';
import type { Drawn, ProgramSource } from './draw.js';
import type { Program } from './program.js';
import type { ProgramRun } from './run-program.js';

export interface TriedProgram {
  readonly drawn: Drawn;
  readonly program: Program;
  readonly run: ProgramRun;
}

/** A program that was run, as far as a search counts it. */
export interface Ran {
  readonly operations: number;
  readonly halt: Halt | undefined;
  /** The most telling one. */
  readonly breach: Finding | undefined;
  /** Rules that were spoken of, and held. */
  readonly held: readonly RuleId[];
}

/** Undefined where the facts leave nothing to be drawn. */
export async function tryOut(
  source: ProgramSource,
  executor: Executor,
  index: number,
): Promise<TriedProgram | undefined> {
  const drawn = source.draw(index);
  if (!drawn) return undefined;
  const {
    eventPatience: { usual },
    settle = usual,
  } = executor;
  const { tenant } = drawn;
  const program = compose(drawn.commands, factsFor(executor, tenant), { settle, tenant });
  const run = await executor.run(program, String(index), { eventPatience: usual });
  return { drawn, program, run };
}

export function ranOf({ program, run }: TriedProgram): Ran {
  const held = run.findings.flatMap(({ verdict, rule }) => (verdict === 'pass' ? rule : []));
  return {
    operations: program.operations,
    halt: run.halt,
    breach: breachesIn(run)[0],
    held: [...new Set(held)],
  };
}
