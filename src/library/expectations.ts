// What tests expect of a simulator's past: each says whether it holds, and in words what happened instead. Matchers
// of vitest and assertions of node:test are made of these.
import { didYouMean } from '../kernel/did-you-mean.js';
import type { JournalRecord } from '../simulator/control/journal/entry.js';
import type { StartedSimulator } from './start-simulator.js';
import { recordText } from '../cli/tail/record-text.js';
import { NO_PAINT } from '../report/layout.js';
import type { Journal } from '../simulator/control/journal/journal.js';

/** What an expectation looks at. */
export type WatchedSimulator = Pick<StartedSimulator, 'journal' | 'device'>;

export interface ExpectationOutcome {
  readonly pass: boolean;
  /** Of a failure: of the expectation, or of its opposite where `pass` is true. */
  message(): string;
}

export interface Times {
  /** Exactly so often; at least once when absent. */
  readonly times?: number;
}

/** Which requests are meant; what is absent means any. */
export interface RequestChoice extends Times {
  readonly device?: string;
  readonly client?: string;
  readonly channel?: 'rest' | 'ws';
}

/** @param relay counted from 1. */
export function hasSwitched(
  on: WatchedSimulator,
  deviceId: string,
  relay: number,
  { times }: Times = {},
): ExpectationOutcome {
  const found = relayOf(on, deviceId, relay);
  return counted(on, `relay ${relay} of ${deviceId} to have switched`, found.switchedTimes, times);
}

/** @param relay counted from 1. */
export function hasRelay(
  on: WatchedSimulator,
  deviceId: string,
  relay: number,
  state: 'on' | 'off',
): ExpectationOutcome {
  const found = relayOf(on, deviceId, relay);
  const is = found.closed ? 'on' : 'off';
  return {
    pass: is === state,
    message: () =>
      `expected relay ${relay} of ${deviceId} ${is === state ? 'not ' : ''}to be ${state}; it is ${is}${lastExchanges(on.journal)}`,
  };
}

/** @param what an endpoint or a topic as the journal has it, such as `relays.set` or `device.state.get`. */
export function hasReceived(
  on: WatchedSimulator,
  what: string,
  choice: RequestChoice = {},
): ExpectationOutcome {
  const requests = on.journal.records({ kinds: ['request'] });
  const found = requests.filter(
    (record) => record.kind === 'request' && record.what === what && isChosen(record, choice),
  );
  const others = requests.flatMap((record) => (record.kind === 'request' ? [record.what] : []));
  const hint = found.length === 0 && others.length > 0 ? ` ${didYouMean(what, others) ?? ''}`.trimEnd() : '';
  return counted(on, `${what}${choiceWords(choice)} to have been received`, found.length, choice.times, hint);
}

/** @param code of the answer, such as `SUCCESS` or `DEVICE_BUSY`. */
export function hasAnswered(
  on: WatchedSimulator,
  code: string,
  choice: RequestChoice & { what?: string } = {},
): ExpectationOutcome {
  const found = on.journal
    .records({ kinds: ['reply'], codes: [code] })
    .filter(
      (record) =>
        record.kind === 'reply' &&
        (choice.what === undefined || record.what === choice.what) &&
        isChosen(record, choice),
    );
  const about = choice.what === undefined ? '' : ` to ${choice.what}`;
  return counted(
    on,
    `${code}${about}${choiceWords(choice)} to have been answered`,
    found.length,
    choice.times,
  );
}

type Relay = ReturnType<NonNullable<ReturnType<WatchedSimulator['device']>>['physical']>['relays'][number];

/** Where there is none, it fails as an expectation, and as its opposite. */
function relayOf({ device }: WatchedSimulator, deviceId: string, relay: number): Relay {
  const found = device(deviceId);
  if (!found) throw new Error(`there is no device "${deviceId}"`);
  const { relays } = found.physical();
  const known = relays.find(({ index }) => index === relay);
  if (known) return known;
  throw new Error(`${deviceId} has no relay ${relay}; it has ${relays.length}, counted from 1`);
}

function isChosen(
  record: Extract<JournalRecord, { kind: 'request' | 'reply' }>,
  { device, client, channel }: RequestChoice,
): boolean {
  return (
    (device === undefined || record.deviceId === device) &&
    (client === undefined || record.client === client) &&
    (channel === undefined || record.channel === channel)
  );
}

function choiceWords({ device, client, channel }: RequestChoice): string {
  return [
    device === undefined ? '' : ` for ${device}`,
    client === undefined ? '' : ` by ${client}`,
    channel === undefined ? '' : ` over ${channel === 'ws' ? 'WebSocket' : 'REST'}`,
  ].join('');
}

function counted(
  { journal }: WatchedSimulator,
  expected: string,
  count: number,
  times: number | undefined,
  hint = '',
): ExpectationOutcome {
  const pass = times === undefined ? count > 0 : count === times;
  const wanted = times === undefined ? '' : ` ${often(times)}`;
  const lost = journal.dropped > 0 ? `\nThe journal has dropped ${journal.dropped} older records.` : '';
  return {
    pass,
    message: () =>
      `expected ${pass ? 'not ' : ''}${expected}${wanted}; it happened ${often(count)}.${hint}${lost}${lastExchanges(journal)}`,
  };
}

function often(times: number): string {
  if (times === 0) return 'never';
  return times === 1 ? 'once' : `${times} times`;
}

// The end of a journal in lines, for the message of a test that failed.

/** Of records; what is older is in the journal. */
const MOST_SHOWN = 16;

/** Begins with an empty line. */
function lastExchanges({ records }: Pick<Journal, 'records'>): string {
  const all = records().filter(isTelling);
  const refused = new Set(all.flatMap((record) => (record.kind === 'refusal' ? [record.exchange] : [])));
  const shown = all.filter((record) => record.kind !== 'reply' || !refused.has(record.exchange));
  if (shown.length === 0) return '\n\nThe simulator was not asked anything.';
  const older = shown.length - MOST_SHOWN;
  const lines = shown.slice(-MOST_SHOWN).map((record) => recordText(record, NO_PAINT));
  const heading = older > 0 ? `Last exchanges (${older} records before them):` : 'Exchanges:';
  return `\n\n${heading}\n${lines.join('\n')}`;
}

function isTelling(record: JournalRecord): boolean {
  if (record.kind === 'physical') return record.act === 'relay';
  return ['request', 'reply', 'refusal', 'broken', 'fault', 'stimulus', 'bug'].includes(record.kind);
}
