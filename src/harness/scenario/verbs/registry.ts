// Every verb of the scenario language. The schema of a step is made of what stands here.
import {
  addDevice,
  changePassword,
  createTicket,
  createToken,
  frame,
  listDevices,
  listProfiles,
  ping,
  readCommand,
  readConfig,
  refresh,
  removeDevice,
  repeat,
} from './requests.js';
import { assertVerb, assume } from './statements.js';
import { awaitEvent, expectEvent, expectNoEvent } from './events.js';
import { connect, disconnect, reconnect } from './connect.js';
import { http } from './http.js';
import { OPERATION_VERBS } from './operations.js';
import { parallel, pollUntil, wait } from './time.js';
import { stimulate, witness } from './stimulate.js';
import type { Verb } from './verb.js';

export const VERBS: readonly Verb[] = [
  createToken,
  listDevices,
  refresh,
  readConfig,
  listProfiles,
  readCommand,
  ...OPERATION_VERBS,
  addDevice,
  removeDevice,
  changePassword,
  repeat,
  createTicket,
  connect,
  disconnect,
  reconnect,
  ping,
  expectEvent,
  awaitEvent,
  expectNoEvent,
  http,
  frame,
  parallel,
  pollUntil,
  wait,
  assertVerb,
  assume,
  stimulate,
  witness,
];

const BY_NAME: ReadonlyMap<string, Verb> = new Map(VERBS.map((verb) => [verb.name, verb]));

export function verbByName(name: string): Verb | undefined {
  return BY_NAME.get(name);
}

/** The verb whose key stands in the step. */
export function verbOf(step: object): Verb | undefined {
  for (const key of Object.keys(step)) {
    const verb = BY_NAME.get(key);
    if (verb) return verb;
  }
  return undefined;
}
