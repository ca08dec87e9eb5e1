// Whether relays do what commands say, and whether that is seen, over a whole run: what was set with SUCCESS, and what
// came afterwards. Where nothing of a kind ever came, that is one cause, and not a breach of each rule that rests on it.
import { SUCCESS, STATUS_OF_CODE } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/schemas/command.js';
import { deviceDetail } from '../../contract/schemas/device.js';
import { type ChannelChange, stateChanged } from '../../contract/schemas/message.js';
import type { EventRecord, RequestFacts } from '../../trace/record.js';
import type { CallOutcome, CallReply } from './call.js';
import { REFRESHES } from './promises.js';
import { relayName, relayStatesIn, relaysSetBy } from './registers.js';

/** A request and when it was sent; clock time in ms. */
interface Switching extends Pick<RequestFacts, 'what' | 'deviceId' | 'operation'> {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/**
 * What never came. `change`: no state and no event shows that a relay has changed. `state`: no state of a device has
 * the relays that were switched. `event`: states show changes, and no event names a relay. `named`: other relays change
 * than the one that a command names.
 */
export interface NeverSeen {
  readonly what: 'change' | 'state' | 'event' | 'named';
  /** Changes that were asked for and granted, and then looked for in a state of the device. */
  readonly tries: number;
  readonly devices: number;
  /** How many changes that were granted a connection was open for. */
  readonly watched: number;
}

export interface RelayEffects {
  note(asked: Switching, outcome: CallOutcome): void;
  /** A connection was opened (1) or closed (-1). */
  connections(change: 1 | -1): void;
  heard(event: Pick<EventRecord, 'deviceId' | 'data'>): void;
  /** Undefined where all of it was seen, or where there are too few tries to say that it was not. */
  neverSeen(): NeverSeen | undefined;
}

const LEAST_TRIES = 4;
/** A state that is stale shows no change either: without an event, that can not be told apart. */
const LEAST_WATCHED = 2;

interface Due {
  readonly on: boolean;
  readonly from: number;
  /** It is known to have been otherwise before. */
  readonly changes: boolean;
}

interface Known {
  /** As the device last showed it. */
  readonly relays: Map<string, boolean>;
  /** What it has to show from that clock time (ms) on. */
  readonly due: Map<string, Due>;
}

export function createRelayEffects(): RelayEffects {
  const devices = new Map<string, Known>();
  const lookedAt = new Set<string>();
  /** What was seen: relays that were switched in a state, such a relay with what was set, a relay in an event. */
  const seen = { relay: false, change: false, event: false };
  const named = createNamedRelays();
  let open = 0;
  let tries = 0;
  let watched = 0;

  const knownOf = (deviceId: string): Known => {
    const known = devices.get(deviceId) ?? { relays: new Map(), due: new Map() };
    devices.set(deviceId, known);
    return known;
  };
  const set = (deviceId: string, operation: NonNullable<Switching['operation']>, at: number): void => {
    const known = knownOf(deviceId);
    named.set(deviceId, operation, known.relays);
    if (noteDue(known, operation, at) && open > 0) watched++;
  };
  const read = (deviceId: string, relays: ReadonlyMap<string, boolean>, sentAt: number): void => {
    const known = knownOf(deviceId);
    named.read(deviceId, relays);
    seen.change ||= isDue(known, relays);
    const missing = [...known.due].filter(([, { from }]) => from <= sentAt);
    seen.relay ||= missing.some(([index]) => relays.has(index));
    if (missing.some(([index, { changes }]) => changes || !relays.has(index))) {
      tries++;
      lookedAt.add(deviceId);
    }
    for (const [index] of missing) known.due.delete(index);
    for (const [index, on] of relays) known.relays.set(index, on);
  };
  const isOver = (): boolean => seen.relay && seen.change && seen.event && named.isProved();
  return {
    note: ({ what, operation, deviceId, sentAt, answeredAt }, outcome) => {
      if (isOver() || deviceId === undefined) return;
      if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS) return;
      if (operation?.name === 'device.relay.set') return set(deviceId, operation, answeredAt);
      const detail = REFRESHES.has(what) ? deviceDetail.safeParse(outcome.reply.data) : undefined;
      if (detail?.success) read(deviceId, relayStatesIn(detail.data.peripherals), sentAt);
    },
    connections: (change) => void (open += change),
    heard: ({ deviceId, data }) => {
      if (isOver() || deviceId === undefined) return;
      const event = stateChanged.safeParse(data);
      if (!event.success) return;
      const { changes, peripherals } = event.data;
      const relays = relayStatesIn(peripherals);
      named.heard(deviceId, changes, relays);
      seen.event ||= changes.some(({ kind }) => kind === 'relay');
      seen.change ||= seen.event || isDue(knownOf(deviceId), relays);
    },
    neverSeen: () => {
      if (tries < LEAST_TRIES) return undefined;
      const what = whatIsMissing({ ...seen, isElsewhere: named.areOthers() }, watched);
      return what && { what, tries, watched, devices: lookedAt.size };
    },
  };
}

/** Whether the operation changes a relay that was known. */
function noteDue(
  { relays, due }: Known,
  operation: NonNullable<Switching['operation']>,
  at: number,
): boolean {
  let changes = false;
  for (const [relay, on] of relaysSetBy(operation)) {
    const was = relays.get(relay);
    due.delete(relay);
    if (typeof on !== 'boolean') relays.delete(relay);
    else if (was !== on) {
      due.set(relay, { on, from: at, changes: was !== undefined });
      changes ||= was !== undefined;
    }
  }
  return changes;
}

function isDue({ due }: Known, relays: ReadonlyMap<string, boolean>): boolean {
  return [...due].some(([index, { on, changes }]) => changes && relays.get(index) === on);
}

function whatIsMissing(
  seen: { readonly [what in 'relay' | 'change' | 'event' | 'isElsewhere']: boolean },
  watched: number,
): NeverSeen['what'] | undefined {
  if (!seen.relay) return 'state';
  if (seen.isElsewhere) return 'named';
  if (watched < LEAST_WATCHED || seen.event) return undefined;
  return seen.change ? 'event' : 'change';
}

// Whether a command for one relay switches the relay that it names, or another one in its place, over a whole run.

export interface NamedRelays {
  /** @param before the relays of the device as far as they were known. */
  set(deviceId: string, operation: Operation, before: ReadonlyMap<string, boolean>): void;
  read(deviceId: string, relays: ReadonlyMap<string, boolean>): void;
  heard(deviceId: string, changes: readonly ChannelChange[], relays: ReadonlyMap<string, boolean>): void;
  /** Commands switch other relays than those that they name. */
  areOthers(): boolean;
  /** Enough has been seen to say that they do not. */
  isProved(): boolean;
}

/** What a command for one relay has to show, as long as no other command has come. */
interface Alone {
  readonly relay: string;
  readonly on: boolean;
  readonly before: ReadonlyMap<string, boolean>;
}

/** Commands that switched others. */
const LEAST_ELSEWHERE = 6;
/** What others or an earlier command do to a relay may once look like the work of a command. */
const MOST_BY_CHANCE = 3;
const SHARE_BY_CHANCE = 0.2;

export function createNamedRelays(): NamedRelays {
  const waiting = new Map<string, Alone>();
  const seen = { named: 0, elsewhere: 0 };
  const isProved = (): boolean => seen.named > MOST_BY_CHANCE;
  return {
    set: (deviceId, operation, before) => {
      const alone = aloneOf(operation, before);
      if (alone) waiting.set(deviceId, alone);
      else waiting.delete(deviceId);
    },
    read: (deviceId, relays) => {
      const alone = waiting.get(deviceId);
      const where = alone && changedAt(alone, relays);
      if (where) seen[where]++;
      waiting.delete(deviceId);
    },
    heard: (deviceId, changes, relays) => {
      const alone = waiting.get(deviceId);
      if (!alone || !changes.some(({ kind, index }) => kind === 'relay' && relayName(index) === alone.relay))
        return;
      if (changedAt(alone, relays) !== 'named') return;
      seen.named++;
      // The same event comes on each connection.
      waiting.delete(deviceId);
    },
    areOthers: () =>
      seen.elsewhere >= LEAST_ELSEWHERE && !isProved() && seen.named <= seen.elsewhere * SHARE_BY_CHANCE,
    isProved,
  };
}

/** Undefined where it names several relays, or one that was so before. */
function aloneOf(operation: Operation, relays: ReadonlyMap<string, boolean>): Alone | undefined {
  const [[relay, on] = [], ...more] = relaysSetBy(operation);
  if (relay === undefined || typeof on !== 'boolean' || more.length > 0) return undefined;
  return relays.get(relay) === !on ? { relay, on, before: new Map(relays) } : undefined;
}

function changedAt(
  { relay, on, before }: Alone,
  relays: ReadonlyMap<string, boolean>,
): 'named' | 'elsewhere' | undefined {
  const isNamed = relays.get(relay) === on;
  const areOthers = [...relays].some(
    ([each, is]) => each !== relay && before.has(each) && before.get(each) !== is,
  );
  // Where both have changed, more than one command may have done it.
  if (isNamed === areOthers) return undefined;
  return isNamed ? 'named' : 'elsewhere';
}

// Relays that are refused each time as if there were none, while other relays of the same device are switched.

interface AskedRelay extends Pick<RequestFacts, 'what' | 'deviceId' | 'operation' | 'idempotencyKey'> {
  readonly client: string;
  readonly wanted?: boolean | undefined;
}

/** As `Unanswered` of answers.ts has it. */
interface NeverSwitched {
  readonly kind: string;
  readonly rule: 'relay.set-many';
  readonly how: 'refused';
  readonly tries: number;
  readonly devices: number;
  readonly clients: number;
  readonly others: readonly string[];
  readonly answer: string;
}

export interface RefusedRelays {
  note(asked: AskedRelay, outcome: CallOutcome): void;
  /** Undefined where there are too few tries, or where each relay was switched once at least. */
  never(): NeverSwitched | undefined;
}

/** A relay may be locked for a while, and what locks it is nobody's business here. */
const LEAST_REFUSED = 4;

/** For want of a relay, or of a right value; nothing that passes or that is about the client. */
const FOR_THE_RELAY: ReadonlySet<number> = new Set([400, 404, 422]);

interface Refused {
  readonly deviceId: string;
  readonly group: string;
  readonly index: number;
  readonly answer: string;
  readonly what: string;
  tries: number;
  readonly clients: Set<string>;
}

export function createRefusedRelays(): RefusedRelays {
  /** By device, and by whether the request had an idempotency key: what has none may be treated otherwise. */
  const switched = new Map<string, Set<number>>();
  const refused = new Map<string, Refused>();

  const isNever = ({ group, index }: Refused): boolean => {
    const others = switched.get(group);
    return others !== undefined && !others.has(index);
  };
  return {
    note: ({ what, operation, deviceId, client, wanted, idempotencyKey }, outcome) => {
      if (operation?.name !== 'device.relay.set' || deviceId === undefined || outcome.kind !== 'reply')
        return;
      const indices = operation.params.relays.map(({ index }) => index);
      const { reply } = outcome;
      const group = `${deviceId} ${idempotencyKey === undefined ? 'without' : 'with'}`;
      if (reply.code === SUCCESS) {
        const all = switched.get(group) ?? new Set();
        switched.set(group, all);
        for (const index of indices) all.add(index);
        return;
      }
      const [index, ...more] = indices;
      if (!wanted || index === undefined || more.length > 0 || !isForTheRelay(reply)) return;
      const key = `${group} ${index}`;
      const answer = [reply.status, reply.code].filter((each) => each !== undefined).join(' ');
      const known = refused.get(key) ?? {
        deviceId,
        group,
        index,
        answer,
        what,
        tries: 0,
        clients: new Set(),
      };
      refused.set(key, known);
      known.tries++;
      known.clients.add(client);
    },
    never: () => {
      const found = [...refused.values()].filter(isNever);
      const tries = found.reduce((sum, each) => sum + each.tries, 0);
      const [first] = found;
      if (!first || tries < LEAST_REFUSED) return undefined;
      const { what: kind, answer, index, deviceId } = first;
      return {
        kind,
        rule: 'relay.set-many',
        how: 'refused',
        tries,
        devices: new Set(found.map((each) => each.deviceId)).size,
        clients: new Set(found.flatMap((each) => [...each.clients])).size,
        others: [kind],
        answer: `${answer} for relay ${index} of ${deviceId}, of which other relays were switched`,
      };
    },
  };
}

function isForTheRelay({ status, code }: CallReply): boolean {
  return status === undefined ? !Object.hasOwn(STATUS_OF_CODE, code) : FOR_THE_RELAY.has(status);
}
