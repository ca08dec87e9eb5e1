// The random programs of a run on a simulator of its own: each has a simulator to itself, in virtual time.
import { availableParallelism } from 'node:os';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { ProgramsApart } from '../../harness/run/program-options.js';
import type { InProcessOptions } from '../../lab/in-process/in-process-options.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { openProgramThreads } from '../../lab/threads/open-program-threads.js';
import type { ServiceNames } from './embedded-service.js';
import { THREADS } from '../package-files.js';
import { type RunOptions, restrictionOf } from './run-options.js';

/** What a thread is given at its beginning: all that it takes to run the same programs. */
export interface ProgramsData {
  readonly names: ServiceNames;
  readonly cwd: string;
  readonly seed: number;
  readonly restriction: Restriction | undefined;
}

export function programsApart(
  service: InProcessOptions,
  seed: number,
  { fleet, dialect, variant, defect, ...options }: RunOptions,
  cwd: string,
): ProgramsApart {
  const names = {
    ...(fleet === undefined ? {} : { fleet }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(variant === undefined ? {} : { variant }),
    ...(defect === undefined ? {} : { defect }),
  };
  const restriction = restrictionOf(options);
  const data: ProgramsData = { names, cwd, seed, restriction };
  return {
    createExecutor: async () => {
      // It is made of the simulator, which no other target needs.
      const { createInProcessExecutor } = await import('../../lab/in-process/in-process-executor.js');
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
