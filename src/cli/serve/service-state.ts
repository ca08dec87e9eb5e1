// `--state`: the folder in which the service keeps its state, and the time that goes on from where it was.
import { createSteerableClock, type SteerableClock } from '../../kernel/steerable-clock.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import type { Result } from '../../document/diagnostic.js';
import { readClockRecord, startOf } from '../../simulator/state/clock-record.js';
import { createStateStore } from '../../simulator/state/create-state-store.js';
import type { StateStore } from '../../simulator/state/state-store.js';
import { StateDamaged } from '../../simulator/state/tables.js';
import { runningOf } from '../../simulator/state/stored-shelf.js';
import { digestOf } from '../../simulator/transport/secrets.js';
import type { Io } from '../io.js';
import type { ClusterSeat } from '../../simulator/cluster/seat.js';
import { type ClusterOptions, type Identity, openCluster } from './cluster.js';
import { damaged, openStateFolder, type StateFolder } from '../state/open-folder.js';

export interface KeptService {
  readonly clock: SteerableClock;
  /** Undefined without --state. */
  readonly store: StateStore | undefined;
  /** Undefined without --cluster. */
  readonly seat?: ClusterSeat;
  /** What was found, for people. */
  readonly words: string | undefined;
}

interface StateOptions extends ClusterOptions {
  readonly state?: string;
  readonly speed: number;
  readonly dialect?: string;
}

export async function openServiceState(
  options: StateOptions,
  identity: Identity,
  retention: number,
  io: Io,
): Promise<Result<KeptService>> {
  const { state, speed, cluster } = options;
  if (cluster !== undefined) {
    const place = await openCluster(options, identity, retention, io);
    return place.ok ? { ok: true, value: { ...place.value, store: undefined } } : place;
  }
  if (state === undefined)
    return { ok: true, value: { clock: createSteerableClock(speed), store: undefined, words: undefined } };
  const opened = await openStateFolder(state, `conform serve --state ${state}`, io);
  if (!opened.ok) return opened;
  try {
    return { ok: true, value: stateIn(state, opened.value, speed, io) };
  } catch (error) {
    await opened.value.close();
    return damageIn(state, error);
  }
}

/** Throws what is no damage of the folder. */
export function damageIn(state: string | undefined, error: unknown): ReturnType<typeof damaged> {
  if (state === undefined || !(error instanceof StateDamaged)) throw error;
  return damaged(state, error.message);
}

function stateIn(state: string, folder: StateFolder, speed: number, io: Io): KeptService {
  const { tables, close } = folder;
  const machine = createSystemClock();
  const store = createStateStore({
    tables: { ...tables, close },
    machine,
    digest: digestOf,
    onTrouble: (error) => io.err.write(`${trouble(state, error)}\n`),
  });
  return { clock: clockOf(folder, speed), store, words: wordsOf(state, folder, store) };
}

/** Time goes on from where it was; a speed that was asked for is taken, else the one that it had. */
function clockOf({ tables }: StateFolder, speed: number): SteerableClock {
  const record = readClockRecord(tables.get('meta', 'clock'));
  if (!record) return createSteerableClock(speed);
  const clock = createSteerableClock(
    speed === 1 ? record.speed : speed,
    startOf(record, createSystemClock()),
  );
  if (record.paused) clock.pause();
  return clock;
}

function wordsOf(name: string, { tables, carriedFrom }: StateFolder, { lives }: StateStore): string {
  if (lives === 0) return `${name}, new`;
  const running = runningOf(tables).length;
  const found = `${tables.count('commands')} commands, ${tables.count('devices')} devices used`;
  const ended = running === 0 ? '' : `, ${running} in flight ended as TIMEOUT`;
  const carried = carriedFrom === undefined ? '' : `, carried over from format ${carriedFrom}`;
  return `${name}, start ${lives + 1}: ${found}${ended}${carried}`;
}

function trouble(name: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `cannot write the state to ${name}: ${why}; commands are refused until it can be written again`;
}
