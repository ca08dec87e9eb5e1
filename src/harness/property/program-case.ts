// A program as the scenario engine runs it: the same steps, bound to the devices and clients of the facts.
import { parseDuration } from '../../kernel/duration.js';
import { assert } from '../../kernel/assert.js';
import { labelOf } from '../scenario/language/show.js';
import type { Needs } from '../scenario/needs.js';
import type { ScenarioCase } from '../scenario/scenario.js';
import type { Step } from '../scenario/verbs/verb.js';
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
  const verb = verbOf(data);
  assert(verb !== undefined, `a program has a step without a verb: ${JSON.stringify(data)}`);
  const inner = verb.nested ? data[verb.nested.key] : [];
  return {
    verb,
    fields: verb.schema.parse(data),
    children: Array.isArray(inner) ? (inner as StepData[]).map((child) => stepOf(child, line)) : [],
    at: durationOf(at),
    times: typeof times === 'number' ? times : 1,
    every: durationOf(every),
    place: { file: 'program', line, column: 1 },
    label: labelOf(verb.name, data),
  };
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
      ...RELAY_NAMES.flatMap((relay, at) =>
        indexed(relay, at === LAST_NAME ? entry.relays.slice(at).at(-1) : entry.relays[at]),
      ),
      ...FURTHER_RELAYS.flatMap((relay, at) => indexed(relay, entry.relays.slice(2, -1)[at])),
    ]),
    inputs: Object.fromEntries(indexed('door', input)),
    analogInputs: Object.fromEntries(indexed('level', level)),
    sensors: Object.fromEntries(indexed('probe', probe)),
    ...(entry.rs485 ? { rs485: entry.rs485 } : {}),
  };
}

/** It stands for the last relay, however many there are. */
const LAST_NAME = RELAY_NAMES.length - 1;

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
