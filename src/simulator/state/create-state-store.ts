// Tables of a known format as the simulator uses them: each start is counted, and the time goes with each batch.
import type { Clock, Timer } from '../../kernel/clock.js';
import { type ClockRecord, clockRecord, differs } from './clock-record.js';
import { createStateBook } from './state-book.js';
import type { StateStore } from './state-store.js';
import type { Tables } from './tables.js';

export interface StateStoreOptions {
  readonly tables: Tables;
  /** The machine's clock. */
  readonly machine: Clock;
  digest(secret: string): string;
  /** Hears why the disk has refused to write, the first time in a row; and that it takes it again. */
  onTrouble?(error: unknown): void;
}

/** How often a refused batch is tried again, and how often the time is written while nothing happens; in ms. */
const RETRY_AFTER = 1000;
const TIME_EVERY = 1000;

export function createStateStore(options: StateStoreOptions): StateStore {
  const { tables, machine, digest, onTrouble } = options;
  const lives = Number(tables.get('meta', 'lives') ?? 0);
  let written: ClockRecord | undefined;
  let running: Clock | undefined;
  const markTime = (): void => {
    if (!running) return;
    const record = clockRecord(running, machine);
    written = record;
    book.mark('meta', 'clock', () => record);
  };
  const book = createStateBook({
    tables,
    onBatch: markTime,
    later: (retry) => {
      const timer = machine.setTimer('state retry', RETRY_AFTER, retry);
      return () => timer.cancel();
    },
    ...(onTrouble && { onTrouble }),
  });
  book.mark('meta', 'lives', () => lives + 1);

  let timer: Timer | undefined;
  const watchTime = (): void => {
    timer = machine.setTimer('state time', TIME_EVERY, () => {
      if (running && differs(written, clockRecord(running, machine))) markTime();
      watchTime();
    });
  };
  const close = async (): Promise<void> => {
    timer?.cancel();
    if (running) markTime();
    await book.close();
  };
  let closing: Promise<void> | undefined;
  return {
    book,
    lives,
    digest,
    keepTime: (clock) => {
      running = clock;
      watchTime();
    },
    close: () => (closing ??= close()),
  };
}
