// Opens a folder of state to read it, and says what is wrong with it.
import { StateDamaged, type Tables } from '../../simulator/state/tables.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { damaged, readStateFolder } from './open-folder.js';

/** @param read gets the tables; they are closed when it has ended. */
export async function readingState(
  dir: string,
  io: Io,
  read: (tables: Tables) => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await readStateFolder(dir, io);
  if (!opened.ok) {
    printDiagnostics(io, opened.diagnostics);
    return EXIT.usage;
  }
  try {
    return await read(opened.value.tables);
  } catch (error) {
    if (!(error instanceof StateDamaged)) throw error;
    printDiagnostics(io, damaged(dir, error.message).diagnostics);
    return EXIT.usage;
  } finally {
    await opened.value.close();
  }
}
