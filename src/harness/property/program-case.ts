// A program as the scenario engine runs it: the same steps, bound to the devices and clients of the facts.
import { parseDuration } from '../../kernel/duration.js';
import { assert } from '../../kernel/assert.js';
import { labelOf } from '../scenario/language/step-label.js';
import type { Needs, ScenarioCase, Step } from '../scenario/scenario.js';
import { verbByName, VERBS } from '../scenario/steps/registry.js';
import type { BoundClient } from '../scenario/engine/stage.js';
import type { BoundDevice } from '../scenario/view/bound-device.js';
import type { Profile } from '../target/profile.js';
import type { DeviceFacts, ProgramFacts } from './facts.js';
import { type Program, type StepData, stepsOf } from './program.js';

const NO_NEEDS: Needs = {
  devices: {},
  clients: {},
  capabilities: [],
  stimuli: [],
  management: false,
  exclusive: true,
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

const VERB_NAMES = VERBS.map(({ name }) => name);

function stepOf({ at, times, every, ...data }: StepData, line: number): Step {
  const name = VERB_NAMES.find((each) => each in data);
  const verb = verbByName(name ?? '');
  assert(verb !== undefined, `a program has a step without a verb: ${JSON.stringify(data)}`);
  const inner = verb.nested ? data[verb.nested.key] : [];
  return {
    verb: verb.name,
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
    relays: Object.fromEntries(
      ['lamp', 'pump', 'fan'].flatMap((relay, at) => indexed(relay, entry.relays[at])),
    ),
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
