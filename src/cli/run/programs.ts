// The random programs of a run on a simulator of its own: each has a simulator to itself, in virtual time.
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type Diagnostic, worded } from '../../document/diagnostic.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import { counterexampleName, counterexampleYaml } from '../../harness/property/results.js';
import type { Counterexample } from '../../harness/property/search-port.js';
import type { ProgramsApart } from '../../harness/run/run-options.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import type { InProcessOptions } from '../../lab/in-process/open-in-process.js';
import { openProgramThreads } from '../../lab/threads/open-program-threads.js';
import { safeText } from '../../output/writer.js';
import { appendText, makeFolder, shownPath, writeText } from '../files.js';
import type { Io } from '../io.js';
import { THREADS } from '../package-files.js';
import { withSchemaLine } from '../schema/first-line.js';
import { restrictionOf, type RunOptions } from './run-options.js';

/** What a thread is given at its beginning: all that it takes to run the same programs. */
export interface ProgramsData {
  readonly names: RunOptions;
  readonly cwd: string;
  readonly seed: number;
  readonly restriction: Restriction | undefined;
}

export function programsApart(
  service: InProcessOptions,
  seed: number,
  options: RunOptions,
  cwd: string,
): ProgramsApart {
  const restriction = restrictionOf(options);
  const data: ProgramsData = { names: options, cwd, seed, restriction };
  return {
    createExecutor: async () => {
      // It is made of the simulator, which no other target needs.
      const { createInProcessExecutor } = await import('../../lab/in-process/open-in-process.js');
      return createInProcessExecutor({ ...service, seed, restriction });
    },
    openThreads: (extent) => {
      const clock = createSystemClock();
      return openProgramThreads({
        ...extent,
        clock,
        module: THREADS.programs,
        data,
        cores: availableParallelism(),
      });
    },
  };
}

// Keeps what random programs have found: a scenario file for each, and a line for each in a list that grows.

/** Findings of a soak go here when no folder is named. */
export const SOAK_FOLDER = 'conform-soak';

export function createCounterexampleKeeper(
  folder: string | undefined,
  { seed, say, io }: { readonly seed: number; readonly say: (text: string) => void; readonly io: Io },
) {
  const diagnostics: Diagnostic[] = [];
  const report = (message: string | undefined): void => {
    if (message !== undefined) diagnostics.push(worded(`the counterexample: ${message}`));
  };
  return {
    /** What could not be written. */
    diagnostics: diagnostics as readonly Diagnostic[],
    /** Tells of the counterexample, and writes it down where a folder was given. */
    keep: async (counterexample: Counterexample): Promise<void> => {
      const { rule } = counterexample.finding;
      const standing = counterexample.standing.kind === 'confirmed' ? 'broken' : 'in doubt';
      say(
        `${rule} ${standing}: program ${counterexample.index}, shrunk to ${counterexample.program.operations} operations`,
      );
      if (folder === undefined || counterexample.standing.kind !== 'confirmed') return;
      const path = resolve(io.cwd, folder);
      const wrong = await makeFolder(path);
      if (wrong !== undefined) return report(wrong);
      const file = join(path, counterexampleName(counterexample));
      const clean = { ...counterexample, finding: io.secrets.redact(counterexample.finding) };
      const yaml = withSchemaLine(counterexampleYaml(clean, seed), 'scenario', file);
      report(await writeText(file, safeText(yaml, 'yaml', io.secrets)));
      const line = safeText(lineOf(clean, seed, file), 'json', io.secrets);
      report(await appendText(join(path, 'findings.ndjson'), line));
      say(`  kept as ${shownPath(file, io.cwd)}; conform run ${shownPath(file, io.cwd)} replays it`);
    },
  };
}

function lineOf({ finding, index, program }: Counterexample, seed: number, file: string): string {
  const { rule, expected, actual } = finding;
  return `${JSON.stringify({ rule, expected, actual, seed, program: index, operations: program.operations, file })}\n`;
}
