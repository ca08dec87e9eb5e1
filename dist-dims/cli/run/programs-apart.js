// The random programs of a run on a simulator of its own: each has a simulator to itself, in virtual time.
import { availableParallelism } from 'node:os';
import { openProgramThreads } from '../../lab/threads/open-program-threads.js';
import { THREADS } from '../package-files.js';
import { restrictionOf } from './run-options.js';
export function programsApart(service, seed, { fleet, dialect, variant, defect, ...options }, cwd) {
    const names = {
        ...(fleet === undefined ? {} : { fleet }),
        ...(dialect === undefined ? {} : { dialect }),
        ...(variant === undefined ? {} : { variant }),
        ...(defect === undefined ? {} : { defect }),
    };
    const restriction = restrictionOf(options);
    const data = { names, cwd, seed, restriction };
    return {
        createExecutor: async () => {
            // It is made of the simulator, which no other target needs.
            const { createInProcessExecutor } = await import('../../lab/in-process/in-process-executor.js');
            return createInProcessExecutor({ ...service, seed, restriction });
        },
        openThreads: (extent) => {
            return openProgramThreads({ ...extent, module: THREADS.programs, data, cores: availableParallelism() });
        },
    };
}
