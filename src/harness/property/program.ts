// A random program: steps of the scenario language as they would be written, so that what ran can be kept as a
// file and run again.
import type { DeviceName } from './facts.js';
import { verbOf } from '../scenario/verbs/registry.js';
import type { Scope } from '../../contract/scopes.js';
import { keptIn } from '../../kernel/kept-in.js';

/** A step as YAML has it. */
export type StepData = Readonly<Record<string, unknown>>;

export interface Program {
  /** Place of the tenant that it is for; default: the first. */
  readonly tenant?: number;
  /** Those that take part. */
  readonly devices: readonly DeviceName[];
  /** What makes its start known: connections open, relays off. */
  readonly prologue: readonly StepData[];
  /** What was drawn. */
  readonly body: readonly StepData[];
  /** What shows how it ended: the state of the devices, the commands, the connections. */
  readonly epilogue: readonly StepData[];
  /** How many operations were drawn: the members of a burst count one by one. */
  readonly operations: number;
}

export function stepsOf({ prologue, body, epilogue }: Program): readonly StepData[] {
  return [...prologue, ...body, ...epilogue];
}

// The steps that stand inside of a step as it is written, and all steps of a program one by one.

/** Undefined for a step that holds no others. */
export function innerSteps(step: StepData): readonly StepData[] | undefined {
  const nested = verbOf(step)?.nested;
  const inner = nested && step[nested.key];
  return Array.isArray(inner) ? (inner as StepData[]) : undefined;
}

/** The steps, and those that stand inside of others in their place. */
export function stepsWithin(steps: readonly StepData[]): readonly StepData[] {
  return steps.flatMap((step) => {
    const inner = innerSteps(step);
    return inner ? stepsWithin(inner) : [step];
  });
}

// Which devices, channels and clients the steps of a program speak of: what a file of it has to ask for.

export interface DeviceUse {
  readonly relays: Set<string>;
  readonly rs485: Set<string>;
  readonly inputs: Set<string>;
  readonly analogInputs: Set<string>;
  readonly sensors: Set<string>;
}

export interface Uses {
  readonly devices: ReadonlyMap<string, DeviceUse>;
  /** The permissions that each client needs. */
  readonly clients: ReadonlyMap<string, ReadonlySet<Scope>>;
  /** Connections that have a name. */
  readonly connections: ReadonlySet<string>;
}

/** A setting stays as it was left: neither a rest nor a loss of power puts it back. */
export function changesSettings(steps: readonly StepData[]): boolean {
  return stepsWithin(steps).some((step) => verbOf(step)?.settings?.(step) === 'changes');
}

export function usesOf(steps: readonly StepData[]): Uses {
  const devices = new Map<string, DeviceUse>();
  const clients = new Map<string, Set<Scope>>();
  const connections = new Set<string>();
  const owners = new Map<unknown, string>();
  for (const step of stepsWithin(steps)) {
    const verb = verbOf(step);
    const opened = verb?.opens?.(step);
    if (opened !== undefined) owners.set(opened, clientOf(step));
    for (const name of [...(verb?.connections?.(step) ?? []), ...connectionIn(step)]) connections.add(name);
    const client = owners.get(step['via']) ?? clientOf(step);
    const scopes = keptIn(clients, client, () => new Set(['device:read']));
    if (verb?.scope) scopes.add(verb.scope);
    const name = verb?.device?.(step);
    if (name === undefined) continue;
    note(keptIn(devices, name, createUse), step);
  }
  return { devices, clients, connections };
}

/** `rest` and `ws` are ways, and not connections of the program's own. */
function connectionIn({ via }: StepData): readonly string[] {
  return typeof via === 'string' && via !== 'rest' && via !== 'ws' ? [via] : [];
}

function clientOf({ client }: StepData): string {
  return typeof client === 'string' ? client : 'first';
}

function createUse(): DeviceUse {
  return {
    relays: new Set(),
    rs485: new Set(),
    inputs: new Set(),
    analogInputs: new Set(),
    sensors: new Set(),
  };
}

function note(use: DeviceUse, step: StepData): void {
  const { relays, relay, data, input, analogInput, sensor } = step;
  if (typeof relays === 'object' && relays !== null)
    for (const name of Object.keys(relays)) use.relays.add(name);
  if (typeof relay === 'string') use.relays.add(relay);
  if (data === 'answered' || data === 'unanswered') use.rs485.add(data);
  if (typeof input === 'string') use.inputs.add(input);
  if (typeof analogInput === 'string') use.analogInputs.add(analogInput);
  if (typeof sensor === 'string') use.sensors.add(sensor);
}
