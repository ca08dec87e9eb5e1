// What `conform state check` does: reads every record of a folder of state.
import { checkRecords } from '../../simulator/state/check-records.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { readingState } from './reading.js';

/** Problems that are shown; one of them often leads to the others. */
const MOST_SHOWN = 20;

export function checkState(dir: string, io: Io): Promise<ExitCode> {
  return readingState(dir, io, (tables) => {
    let found = 0;
    for (const problem of checkRecords(tables)) if (++found <= MOST_SHOWN) io.out.write(`${problem}\n`);
    if (found > MOST_SHOWN) io.out.write(`and ${found - MOST_SHOWN} more\n`);
    if (found === 0) io.out.write(`${tables.count('commands')} commands, all records fit\n`);
    return found === 0 ? EXIT.passed : EXIT.broken;
  });
}
