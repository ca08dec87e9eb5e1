// A command as it lies in Redis: the parts that never change as JSON, and its outcome.
import type { CommandEntry } from '../service/command.js';
import type { FinalOutcome } from '../service/command-ledger.js';

type Command = CommandEntry['command'];

/** What does not change. */
export function baseOf({ commandId, deviceId, operation, createdAt }: Command): string {
  return JSON.stringify({ commandId, deviceId, operation, createdAt });
}

export function resultOf({ result }: FinalOutcome): string {
  return result === undefined ? '' : JSON.stringify(result);
}

/** @param at time of the end in ms. @param result as JSON; empty for none. */
export function finalFrom(base: Command, status: string, at: unknown, result: unknown): Command {
  const { commandId, deviceId, operation, createdAt } = base;
  const final = { commandId, deviceId, operation, status: status as Command['status'], createdAt };
  const completedAt = Number(at);
  if (typeof result !== 'string' || result === '') return Object.freeze({ ...final, completedAt });
  return Object.freeze({
    ...final,
    result: JSON.parse(result) as NonNullable<Command['result']>,
    completedAt,
  });
}

/** In the order in which the scripts give them. */
export type CommandFields = readonly [
  base: string,
  status: string,
  at: unknown,
  result: unknown,
  client: string,
  key: string,
  has: string,
  expires: unknown,
];

export function commandFrom([base, status, at, result]: CommandFields): Command {
  const { commandId, deviceId, operation, createdAt } = JSON.parse(base) as Command;
  const pending: Command = { commandId, deviceId, operation, status: 'pending', createdAt };
  return status === 'pending' ? pending : finalFrom(pending, status, at, result);
}
