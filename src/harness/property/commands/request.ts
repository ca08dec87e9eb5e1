// One request of a program, before it has a name: what it asks for, and the way it goes.
import fc from 'fast-check';
import { grants, type Scope } from '../../../contract/scopes.js';
import { assert } from '../../../kernel/assert.js';
import type { ClientFacts, ConnectionName, ProgramFacts } from '../facts.js';
import type { StepData } from '../program.js';
import type { DraftModel } from './command.js';

export interface DrawnRequest {
  readonly step: StepData;
  /** It creates a command, so it gets a name and a key of its own. */
  readonly creates: boolean;
}

/** Over REST as a client, or over a connection; a step leaves out what goes without saying. */
export function routes(facts: ProgramFacts, scope: Scope): fc.Arbitrary<StepData> {
  const able = facts.clients.filter(({ scopes }) => grants(scopes, scope));
  const rest = able.map(({ name }) => (name === 'first' ? {} : { client: name }));
  const sockets = facts.connections
    .filter((name) => able.includes(ownerOfDevice(name, facts)))
    .map((via) => ({ via }));
  return fc.constantFrom<StepData>(...rest, ...sockets);
}

/** The left connection is the first client's, the right one the second's, where there is a second. */
export function ownerOfDevice(connection: ConnectionName, { clients }: ProgramFacts): ClientFacts {
  const owner = connection === 'right' ? (clients[1] ?? clients[0]) : clients[0];
  assert(owner !== undefined, 'facts have a client at least');
  return owner;
}

export function canAny({ clients }: ProgramFacts, scope: Scope): boolean {
  return clients.some(({ scopes }) => grants(scopes, scope));
}

/** A request over a connection that the program has broken would go nowhere. */
export function canGo({ broken }: Readonly<DraftModel>, { via }: StepData): boolean {
  return typeof via !== 'string' || !broken.has(via);
}

/** The step with a name for its reply, and for its key where it has one. */
export function namedRequest({ step, creates }: DrawnRequest, name: string): StepData {
  return { ...step, patient: false, ...(creates ? { key: name } : {}), as: name };
}
