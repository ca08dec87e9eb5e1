// The journal as a file, one JSON record a line, written while the simulator runs.
import { resolve } from 'node:path';
import type { Journal } from '../../simulator/control/journal/journal.js';
import type { Result } from '../../document/diagnostic.js';
import { refuseInput } from '../../document/diagnostic.js';
import { safeText } from '../../output/writer.js';
import { openLines } from '../files.js';
import type { Io } from '../io.js';

export interface JournalFile {
  /** Writes what the journal is told from now on. */
  keep(journal: Journal): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/** What the disk has against the file is said once; the simulator goes on. */
export async function openJournalFile(name: string, io: Io): Promise<Result<JournalFile>> {
  const opened = await openLines(resolve(io.cwd, name), (message) =>
    io.err.write(`the journal is no longer written: ${message}\n`),
  );
  if (!opened.ok) return refuseInput(opened.message);
  const { write, close } = opened.value;
  return {
    ok: true,
    value: {
      keep: (journal) =>
        void journal.listen((record) => write(safeText(JSON.stringify(record), 'json', io.secrets))),
      close,
    },
  };
}
