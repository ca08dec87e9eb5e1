// Which devices, channels and clients the steps of a program speak of: what a file of it has to ask for.
import type { Scope } from '../../contract/scopes.js';
import { verbOf } from '../scenario/verbs/registry.js';
import type { StepData } from './program.js';
import { stepsWithin } from './steps-within.js';

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
    const scopes = clients.get(client) ?? new Set<Scope>(['device:read']);
    clients.set(client, scopes);
    if (verb?.scope) scopes.add(verb.scope);
    const name = verb?.device?.(step);
    if (name === undefined) continue;
    const use = devices.get(name) ?? createUse();
    devices.set(name, use);
    note(use, step);
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
