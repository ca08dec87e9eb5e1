// What `conform state export` does: a folder of state as a snapshot, which the control plane takes, too.
import { resolve } from 'node:path';
import { createSystemClock } from '../../kernel/system-clock.js';
import { safeText } from '../../output/writer.js';
import { readClockRecord, startOf } from '../../simulator/state/clock-record.js';
import { commandsOf, snapshotWithoutCommands } from '../../simulator/state/snapshot-records.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { writeText } from '../files.js';
import type { Io } from '../io.js';
import { readingState } from './reading.js';

export function exportState(dir: string, out: string | undefined, io: Io): Promise<ExitCode> {
  return readingState(dir, io, async (tables) => {
    const machine = createSystemClock();
    const clock = readClockRecord(tables.get('meta', 'clock'));
    const now = clock ? startOf(clock, machine) : machine.now();
    const snapshot = { ...snapshotWithoutCommands(tables, now), commands: [...commandsOf(tables, now)] };
    const text = `${JSON.stringify(snapshot, null, 2)}\n`;
    if (out === undefined) {
      io.out.document(text, 'json');
      return EXIT.passed;
    }
    const complaint = await writeText(resolve(io.cwd, out), safeText(text, 'json', io.secrets));
    if (complaint === undefined) return EXIT.passed;
    printDiagnostics(io, [{ kind: 'words', message: complaint }]);
    return EXIT.usage;
  });
}
