// Every stimulus and every witness: what it acts on, what it takes, and what puts it back. A closed set.

/** What an act needs to be told beside the device or the client. */
export type Parameter = 'index' | 'key' | 'active' | 'value' | 'data';

export interface StimulusFacts {
  readonly summary: string;
  readonly on: 'device' | 'client';
  readonly takes: readonly Parameter[];
  /** It leaves something behind until this is done; its own name: until it is done with the value of before. */
  readonly undoneBy?: StimulusName;
  /** It may change every relay of the device: they drop without power, and a device that boots sets them. */
  readonly switches?: true;
  /** A driver for it, as a profile would have it. */
  readonly example: string;
}

const DEVICE = { on: 'device', takes: [] } as const;
const CLIENT = { on: 'client', takes: [] } as const;

const FACTS = {
  'set-input': {
    summary: 'sets a digital input',
    on: 'device',
    takes: ['index', 'active'],
    undoneBy: 'set-input',
    example: 'set-input: { wiring: [{ device: …, input: 1, relay: 2 }] }',
  },
  'set-analog': {
    summary: 'sets the value of an analog input',
    on: 'device',
    takes: ['index', 'value'],
    undoneBy: 'set-analog',
    example: "set-analog: { command: [./set-analog, '{deviceId}', '{index}', '{value}'] }",
  },
  'set-sensor': {
    summary: 'sets the value of a sensor',
    on: 'device',
    takes: ['key', 'value'],
    undoneBy: 'set-sensor',
    example: "set-sensor: { command: [./set-sensor, '{deviceId}', '{key}', '{value}'] }",
  },
  'cut-power': {
    summary: 'cuts the power of a device',
    ...DEVICE,
    undoneBy: 'restore-power',
    switches: true,
    example: "cut-power: { http: { method: POST, url: 'http://pdu.lab/{deviceId}/off' } }",
  },
  'restore-power': {
    summary: 'gives a device its power back',
    ...DEVICE,
    switches: true,
    example: "restore-power: { http: { method: POST, url: 'http://pdu.lab/{deviceId}/on' } }",
  },
  'drop-link': {
    summary: 'cuts the network of a device',
    ...DEVICE,
    undoneBy: 'restore-link',
    example: "drop-link: { command: [./link, '{deviceId}', down] }",
  },
  'restore-link': {
    summary: 'gives a device its network back',
    ...DEVICE,
    example: "restore-link: { command: [./link, '{deviceId}', up] }",
  },
  'inject-rs485': {
    summary: 'puts bytes on the RS485 line of a device as a peripheral would, unasked',
    on: 'device',
    takes: ['data'],
    example: "inject-rs485: { command: [./rs485-send, '{deviceId}', '{data}'] }",
  },
  'disable-client': {
    summary: 'disables an API client at the target',
    ...CLIENT,
    undoneBy: 'enable-client',
    example: "disable-client: { command: [./client, '{clientId}', disable] }",
  },
  'enable-client': {
    summary: 'enables an API client at the target again',
    ...CLIENT,
    example: "enable-client: { command: [./client, '{clientId}', enable] }",
  },
  'expire-tokens': {
    summary: 'makes the access tokens of an API client worthless',
    ...CLIENT,
    example: "expire-tokens: { command: [./client, '{clientId}', expire-tokens] }",
  },
} as const;

export type StimulusName = keyof typeof FACTS;
export const STIMULUS_CATALOGUE: Readonly<Record<StimulusName, StimulusFacts>> = FACTS;
export const STIMULUS_NAMES = Object.keys(FACTS) as [StimulusName, ...StimulusName[]];

const WITNESS_FACTS = {
  executions: {
    summary: 'how many operations a device has physically carried out',
    on: 'device',
    takes: [],
    example: "executions: { command: [./count-operations, '{deviceId}'] }",
  },
} as const;

export type WitnessName = keyof typeof WITNESS_FACTS;
const WITNESSES: Readonly<Record<WitnessName, StimulusFacts>> = WITNESS_FACTS;
export const WITNESS_NAMES = Object.keys(WITNESS_FACTS) as [WitnessName, ...WitnessName[]];

/** Everything that a profile may declare a driver for. */
export type ActName = StimulusName | WitnessName;
export const ACT_NAMES: readonly ActName[] = [...STIMULUS_NAMES, ...WITNESS_NAMES];

/** Each of them with what it does, in a few words. */
export const ACT_SUMMARIES = Object.fromEntries(
  ACT_NAMES.map((name) => [name, factsOf(name).summary]),
) as Readonly<Record<ActName, string>>;

export function isWitness(name: ActName): name is WitnessName {
  return Object.hasOwn(WITNESSES, name);
}

export function factsOf(name: ActName): StimulusFacts {
  return isWitness(name) ? WITNESSES[name] : STIMULUS_CATALOGUE[name];
}

// One stimulus or one look at a witness, on one device or API client, and what came of it.

export interface Act {
  readonly name: ActName;
  /** `name` is the profile's. */
  readonly device?: { readonly name: string; readonly deviceId: string };
  readonly client?: { readonly name: string; readonly clientId: string };
  /** Index of the input, from 1. */
  readonly index?: number;
  /** Key of the sensor. */
  readonly key?: string;
  readonly active?: boolean;
  readonly value?: number;
  /** Bytes in hex. */
  readonly data?: string;
}

/** `detail` says in words why it failed, or may have. */
export type Acted =
  | { readonly kind: 'applied'; readonly value?: number }
  | { readonly kind: 'failed'; readonly detail: string };

export const APPLIED: Acted = { kind: 'applied' };

export function failed(detail: string): Acted {
  return { kind: 'failed', detail };
}

/** How acts of one kind are done. Never rejects for what the other side does; ends soon when aborted. */
export type ActDriver = (act: Act, signal: AbortSignal) => Promise<Acted>;

/** `input 1 of bench`, `bench`, `operator`. */
export function subjectOf({ device, client, index, key }: Act): string {
  const owner = device?.name ?? client?.name ?? 'the target';
  if (index !== undefined) return `input ${index} of ${owner}`;
  return key === undefined ? owner : `sensor ${key} of ${owner}`;
}
