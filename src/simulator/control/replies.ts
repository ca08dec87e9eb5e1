// What the routes of the page reply: the page takes its types from here, so that both sides have one.
import type { FaultGroup } from '../faults/fault.js';
import type { FaultStatus } from '../faults/engine/instance.js';
import type { JournalRecord } from './journal/entry.js';
import type { ClockState } from './steering.js';
import type { DeviceSummary } from './views.js';

export type { ClockState } from './steering.js';
export type { DevicePage, DeviceSummary, DeviceView } from './views.js';
export type { JournalRecord } from './journal/entry.js';

/** `GET /about`. */
export interface About {
  /** Address of the simulated service. */
  readonly service: string;
  readonly dialect: string;
  readonly devices: number;
  readonly profiles: readonly string[];
  readonly clients: readonly string[];
}

/** What has been counted since the simulator was started. */
export interface Counts {
  readonly requests: number;
  readonly rateLimited: number;
  readonly busy: number;
  readonly failed: number;
  readonly events: number;
}

/** A fault, with clock times in ms instead of waits, so that it stays the same while time goes on. */
export interface FaultView extends Omit<FaultStatus, 'mark' | 'startsIn' | 'endsIn' | 'isShared'> {
  readonly startsAt?: number;
  readonly endsAt?: number;
}

/** The data of an event `state` of `GET /live`; what has not changed since the last one is left out. */
export interface LiveState {
  readonly clock: ClockState;
  readonly counts: Counts;
  /** WebSocket connections. */
  readonly connections: number;
  readonly count: number;
  /** Becomes another number at a reset or a restore: everything is to be read anew. */
  readonly life: number;
  /** Those that something has happened to. */
  readonly devices: readonly DeviceSummary[];
  /** There were more of them. */
  readonly moreDevices: boolean;
  readonly faults?: readonly FaultView[];
}

/** The data of an event `records` of `GET /live`. */
export interface LiveRecords {
  readonly records: readonly JournalRecord[];
  /** Number of the last record up to now that is not sent later; those whose numbers are missing are left out. */
  readonly lastSeq: number;
}

/** `GET /journal`. */
export interface JournalPart {
  readonly lastSeq: number;
  readonly dropped: number;
  readonly records: readonly JournalRecord[];
}

/** `GET /devices/{deviceId}/past`: what its channels have shown, as far as signals and the journal tell. */
export interface DevicePast {
  /** Clock times in ms, ascending. */
  readonly times: readonly number[];
  /**
   * A row for each channel, as long as `times`: analog inputs, sensors, relays (1 for a closed contact), digital inputs;
   * each kind in the order of the device. Null where nobody knows.
   */
  readonly values: readonly (readonly (number | null)[])[];
}

/** `GET /exchanges/{exchange}`. */
export interface ExchangeOnWire {
  readonly exchange: number;
  readonly channel: 'rest' | 'ws';
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status?: number;
  readonly replyHeaders?: Readonly<Record<string, string>>;
  readonly returned: unknown;
}

/** JSON Schema, as far as forms are made of it. */
export interface FormSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly FormSchema[];
  readonly oneOf?: readonly FormSchema[];
  readonly items?: FormSchema;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface FaultKind {
  readonly type: string;
  readonly group: FaultGroup;
  readonly summary: string;
  readonly occasion: string;
  readonly legal: boolean;
  readonly because: string;
  /** Of an order. */
  readonly schema: FormSchema;
}

/** `GET /forms`. */
export interface Forms {
  readonly faults: readonly FaultKind[];
  /** One for each kind of stimulus. */
  readonly stimuli: readonly FormSchema[];
}

/** `POST /faults/preview`. */
export interface FaultPreview {
  /** What it will do and when, a line for each fault. */
  readonly lines: readonly string[];
}

/** `GET /plans`. */
export interface Plans {
  readonly plans: readonly PlanView[];
}

export interface PlanView {
  readonly name: string;
  readonly about: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** Why this fleet cannot have it; empty when it can. */
  readonly problems: readonly string[];
}

/** `GET /conduct`: what the rules that bind clients say of the traffic in the journal. */
export interface Conduct {
  /** Clock time in ms of the first record that was looked at; the times in the words of breaches count from it. */
  readonly from: number;
  /** Records that were looked at. */
  readonly records: number;
  /** Older ones, which the journal has no more: nothing follows from what is missing. */
  readonly dropped: number;
  readonly clients: readonly ClientConduct[];
}

export interface ClientConduct {
  readonly client: string;
  readonly rulings: readonly ConductRuling[];
}

export interface ConductRuling {
  readonly rule: string;
  readonly sentence: string;
  readonly kind: 'broken' | 'undecided' | 'holds' | 'not exercised';
  /** How often the rule was put to the test. */
  readonly n: number;
  /** Why it is undecided, or what it would take to put it to the test; empty otherwise. */
  readonly why: string;
  /** The latest ones, the latest first. */
  readonly breaches: readonly ConductBreach[];
  /** How many more there are. */
  readonly more: number;
}

export interface ConductBreach {
  /** Clock time in ms. */
  readonly at: number;
  /** Numbers of exchanges of the journal. */
  readonly exchanges: readonly number[];
  readonly done: string;
  readonly right: string;
}

/** `GET /rules`. */
export interface RuleBook {
  readonly rules: readonly {
    readonly id: string;
    readonly side: 'service' | 'client';
    readonly basis: 'stated' | 'derived';
    readonly sentence: string;
  }[];
}

/** The body of a refusal. */
export interface RefusedReply {
  readonly problems: readonly ControlProblem[];
}

export interface ControlProblem {
  readonly message: string;
  /** JSON Pointer into the body, or `?name` for a query parameter. */
  readonly pointer?: string;
  readonly hint?: string;
}
