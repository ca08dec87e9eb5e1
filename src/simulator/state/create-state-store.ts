// Tables of a known format as the simulator uses them: an older format is carried over, each start is counted, and the time
// goes with each batch.
import type { Clock, Timer } from '../../kernel/clock.js';
import * as z from 'zod';
import { StateBook, type Change, type Tables, type StateStore } from './state-book.js';

// The time of a simulator as it is kept, and where it goes on from after a start.

const clockRecordSchema = z.object({
  /** Clock time in ms. */
  now: z.number(),
  speed: z.number().positive(),
  paused: z.boolean().catch(false),
  /** Whether the clock showed the machine's time, and nobody had moved, hurried or stopped it. */
  follows: z.boolean().catch(false),
});
type ClockRecord = Readonly<z.output<typeof clockRecordSchema>>;

/** A clock and the machine's are read one after the other. */
const SAME_TIME = 1000;

export function clockRecord(clock: Clock, machine: Pick<Clock, 'now'>): ClockRecord {
  const now = clock.now();
  const speed = 'speed' in clock && typeof clock.speed === 'number' ? clock.speed : 1;
  const paused = 'paused' in clock && clock.paused === true;
  const follows = !paused && speed === 1 && Math.abs(now - machine.now()) < SAME_TIME;
  return { now, speed, paused, follows };
}

/** Whether the second one has to be written although nothing else is: the time that a start finds would be another. */
export function differs(before: ClockRecord | undefined, after: ClockRecord): boolean {
  if (before?.follows === true && after.follows) return false;
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** Undefined where there is none, or none that is readable. */
export function readClockRecord(value: unknown): ClockRecord | undefined {
  return clockRecordSchema.safeParse(value).data;
}

/** Time goes on from where it was: of a clock that showed the machine's time, from there, but never backwards. */
export function startOf(record: ClockRecord, machine: Pick<Clock, 'now'>): number {
  return record.follows ? Math.max(record.now, machine.now()) : record.now;
}

// The format of a folder of state: its version is in the folder. An older one is carried over, a newer one refused.

export const FORMAT = 1;

/** What makes of the tables of one version those of the next. */
export type FormatStep = (tables: Tables) => Iterable<Change>;

/** Version -> the step from it to the next; none so far, as this is the first version. */
const STEPS: ReadonlyMap<number, FormatStep> = new Map();

export type FormatOutcome =
  | { readonly kind: 'ready'; readonly carriedFrom?: number }
  /** Nothing has been written yet. */
  | { readonly kind: 'new' }
  | { readonly kind: 'newer' | 'older'; readonly version: number }
  /** No such version has ever been written. */
  | { readonly kind: 'damaged'; readonly why: string };

export function formatOf(tables: Tables, current = FORMAT, steps = STEPS): FormatOutcome {
  const version = tables.get('meta', 'format');
  if (version === undefined) {
    const isEmpty = tables.count('meta') === 0 && tables.count('commands') === 0;
    return isEmpty
      ? { kind: 'new' }
      : { kind: 'damaged', why: 'there are records, and no version of the format' };
  }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return { kind: 'damaged', why: 'the version of the format is none' };
  if (version > current) return { kind: 'newer', version };
  if (version === current) return { kind: 'ready' };
  for (let at = version; at < current; at++)
    if (!steps.has(at)) return { kind: 'damaged', why: `no version ${at} of the format was ever written` };
  return { kind: 'older', version };
}

/** Makes the tables those of the current format; each step is written whole, with the version that it leads to. */
export async function carryOver(tables: Tables, current = FORMAT, steps = STEPS): Promise<FormatOutcome> {
  const found = formatOf(tables, current, steps);
  if (found.kind === 'new') {
    const { durable } = await tables.write([{ table: 'meta', key: 'format', value: current }], false);
    await durable;
    return found;
  }
  if (found.kind !== 'older') return found;
  for (let at = found.version; at < current; at++) {
    const changes = [...(steps.get(at)?.(tables) ?? [])];
    const { durable } = await tables.write(
      [...changes, { table: 'meta', key: 'format', value: at + 1 }],
      false,
    );
    await durable;
  }
  return { kind: 'ready', carriedFrom: found.version };
}

interface StateStoreOptions {
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
  const book = new StateBook({
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
