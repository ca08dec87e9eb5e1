// A program as the scenario engine runs it: the same steps, bound to the devices and clients of the facts.
import { parseDuration } from '../../kernel/duration.js';
import { assert } from '../../kernel/assert.js';
import { labelOf } from '../scenario/language/step-label.js';
import type { Needs } from '../scenario/needs.js';
import type { ScenarioCase } from '../scenario/scenario.js';
import type { Step, Verb } from '../scenario/verbs/verb.js';
import { verbOf } from '../scenario/verbs/registry.js';
import type { BoundClient } from '../scenario/engine/execution-context.js';
import type { BoundDevice } from '../scenario/view/bound-device.js';
import type { Profile } from '../profile/profile.js';
import { type DeviceFacts, type ProgramFacts, RELAY_NAMES } from './facts.js';
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

/** Programs repeat the same few thousand steps: what one of them means is worked out once. */
const known = new Map<string, Understood>();
const MOST_KNOWN = 10_000;

function understood(data: StepData): Understood {
  const text = JSON.stringify(data);
  const before = known.get(text);
  if (before) return before;
  const verb = verbOf(data);
  assert(verb !== undefined, `a program has a step without a verb: ${text}`);
  const step = { verb, fields: verb.schema.parse(data), label: labelOf(verb.name, data) };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, step);
  return step;
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
    relays: Object.fromEntries(RELAY_NAMES.flatMap((relay, at) => indexed(relay, entry.relays[at]))),
    inputs: Object.fromEntries(indexed('door', input)),
    analogInputs: Object.fromEntries(indexed('level', level)),
    sensors: Object.fromEntries(indexed('probe', probe)),
    ...(entry.rs485 ? { rs485: entry.rs485 } : {}),
  };
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
