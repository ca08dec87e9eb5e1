// A program as the scenario engine runs it: the same steps, bound to the devices and clients of the facts.
import { parseDuration } from '../../kernel/duration.js';
import { assert } from '../../kernel/assert.js';
import { labelOf } from '../scenario/language/show.js';
import type { Needs } from '../scenario/needs.js';
import type { ScenarioCase } from '../scenario/scenario.js';
import type { Step, Verb } from '../scenario/verbs/verb.js';
import { verbOf } from '../scenario/verbs/registry.js';
import type { BoundClient } from '../scenario/engine/execution-context.js';
import type { BoundDevice } from '../scenario/view/views.js';
import type { Profile } from '../profile/profile.js';
import { type DeviceFacts, FURTHER_RELAYS, type ProgramFacts, RELAY_NAMES } from './facts.js';
import { type Program, type StepData, stepsOf } from './program.js';

const NO_NEEDS: Needs = {
  devices: {},
  clients: {},
  capabilities: [],
  stimuli: [],
  management: false,
  exclusive: true,
  apart: false,
};

export function caseOf(program: Program, id: string): ScenarioCase {
  return {
    id,
    title: 'a random program',
    rules: [],
    needs: NO_NEEDS,
    steps: stepsOf(program).map((step, at) => stepOf(step, at + 1)),
    cleanup: [],
  };
}

function stepOf({ at, times, every, ...data }: StepData, line: number): Step {
  const { verb, fields, label } = understood(data);
  const inner = verb.nested ? data[verb.nested.key] : [];
  return {
    verb,
    fields,
    children: Array.isArray(inner) ? (inner as StepData[]).map((child) => stepOf(child, line)) : [],
    at: durationOf(at),
    times: typeof times === 'number' ? times : 1,
    every: durationOf(every),
    place: { file: 'program', line, column: 1 },
    label,
  };
}

interface Understood {
  readonly verb: Verb;
  readonly fields: Step['fields'];
  readonly label: string;
}

/** Programs repeat the same few hundred steps under other names: what one of them means is worked out once. */
const known = new Map<string, Understood>();
const MOST_KNOWN = 10_000;

/** A name that any step may have: names are texts that mean themselves, whatever the verb. */
const ANY_NAME = 'any';

function understood(data: StepData): Understood {
  const names = namesIn(data);
  const nameless = { ...data, ...names.any };
  const text = JSON.stringify(nameless);
  const before = known.get(text) ?? worked(nameless, text);
  const { verb } = before;
  if (names.own === undefined) return before;
  return { verb, fields: { ...before.fields, ...names.own }, label: labelOf(verb.name, data) };
}

function worked(data: StepData, text: string): Understood {
  const verb = verbOf(data);
  assert(verb !== undefined, `a program has a step without a verb: ${text}`);
  const step = { verb, fields: verb.schema.parse(data), label: labelOf(verb.name, data) };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, step);
  return step;
}

interface Names {
  /** The names that the step gives to its reply and to its key; undefined where it gives none. */
  readonly own?: StepData;
  /** Others in their place. */
  readonly any?: StepData;
}

function namesIn({ as, key }: StepData): Names {
  const named = typeof as === 'string';
  if (typeof key === 'string')
    return named
      ? { own: { as, key }, any: { as: ANY_NAME, key: ANY_NAME } }
      : { own: { key }, any: { key: ANY_NAME } };
  return named ? { own: { as }, any: { as: ANY_NAME } } : {};
}

function durationOf(written: unknown): number {
  return typeof written === 'string' ? (parseDuration(written) ?? 0) : 0;
}

export function boundDevices({ devices }: ProgramFacts): ReadonlyMap<string, BoundDevice> {
  return new Map(devices.map((device) => [device.name, boundDevice(device)]));
}

function boundDevice({ name, profileName, entry }: DeviceFacts): BoundDevice {
  const [input] = entry.inputs ?? [];
  const [level] = entry.analogInputs ?? [];
  const [probe] = entry.sensors ?? [];
  return {
    name,
    profileName,
    deviceId: entry.deviceId,
    relays: Object.fromEntries([
      ...RELAY_NAMES.flatMap((relay, at) => indexed(relay, relayAt(at, entry.relays))),
      ...FURTHER_RELAYS.flatMap((relay, at) => indexed(relay, entry.relays.slice(2, -1)[at])),
    ]),
    inputs: Object.fromEntries(indexed('door', input)),
    analogInputs: Object.fromEntries(indexed('level', level)),
    sensors: Object.fromEntries(indexed('probe', probe)),
    ...(entry.rs485 ? { rs485: entry.rs485 } : {}),
  };
}

/** The last name stands for the last relay, however many there are. */
function relayAt(at: number, relays: readonly number[]): number | undefined {
  return at === RELAY_NAMES.length - 1 && relays.length > at ? relays.at(-1) : relays[at];
}

function indexed<T>(name: string, channel: T | undefined): [string, T][] {
  return channel === undefined ? [] : [[name, channel]];
}

export function boundClients({ clients }: ProgramFacts, profile: Profile): ReadonlyMap<string, BoundClient> {
  return new Map(
    clients.map(({ name, profileName, scopes }) => {
      const clientId = profile.clients[profileName]?.clientId ?? profileName;
      return [name, { name, profileName, clientId, scopes }];
    }),
  );
}
