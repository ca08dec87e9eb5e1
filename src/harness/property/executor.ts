// Where programs run: on the devices of a target, or each against a fresh simulator.
import type { ProgramFacts } from './facts.js';
import type { Program } from './program.js';
import type { JudgeProgram, ProgramRun } from './run-program.js';

export interface Executor {
  /** What programs are made of, for each tenant of the target. */
  readonly tenants: readonly [ProgramFacts, ...ProgramFacts[]];
  /** Long waits cost nothing. */
  readonly jumps: boolean;
  /** How long an event may take, and how long to wait for it where its absence has to be proven, in ms. */
  readonly eventPatience: { readonly usual: number; readonly proving: number };
  /** How long a program waits at its end for what comes late, in ms; default: the usual patience. */
  readonly settle?: number;
  /** Programs that it runs at the same time, at most; default: one. */
  readonly atATime?: number;
  /** Earlier programs have spoilt devices, and the others do not suffice to run this one so many times more. */
  isShort?(program: Program, times: number): boolean;
  /** Devices that are not used any more, with what is wrong with them, in words. */
  setAside?(): readonly string[];
  /**
   * Runs a program from a clean state.
   * @param mark stands in its keys and names its stream of chance: the same mark, the same run.
   */
  run(program: Program, mark: string, how: JudgeProgram): Promise<ProgramRun>;
}

/** What the programs of a tenant are made of. */
export function factsFor({ tenants }: Pick<Executor, 'tenants'>, tenant = 0): ProgramFacts {
  return tenants[tenant] ?? tenants[0];
}
