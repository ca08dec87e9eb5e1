// Every verb of the scenario language. The schema of a step is made of what stands here.
import { addDevice } from './add-device.js';
import { assertVerb } from './assert.js';
import { assume } from './assume.js';
import { awaitEvent } from './await-event.js';
import { changePassword } from './change-password.js';
import { connect } from './connect.js';
import { createTicket } from './create-ticket.js';
import { createToken } from './create-token.js';
import { disconnect } from './disconnect.js';
import { expectEvent } from './expect-event.js';
import { expectNoEvent } from './expect-no-event.js';
import { frame } from './frame.js';
import { http } from './http.js';
import { listDevices } from './list-devices.js';
import { listProfiles } from './list-profiles.js';
import { OPERATION_VERBS } from './operations.js';
import { parallel } from './parallel.js';
import { ping } from './ping.js';
import { pollUntil } from './poll-until.js';
import { readCommand } from './read-command.js';
import { readConfig } from './read-config.js';
import { reconnect } from './reconnect.js';
import { refresh } from './refresh.js';
import { removeDevice } from './remove-device.js';
import { repeat } from './repeat.js';
import { stimulate } from './stimulate.js';
import type { Verb } from './verb.js';
import { wait } from './wait.js';
import { witness } from './witness.js';

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
