// The way to Redis as the cluster uses it: scripts that are called by name, and messages that come by themselves.
import { CLIENT_SCRIPTS } from './scripts/clients.js';
import { COMMAND_SCRIPTS } from './scripts/commands.js';
import { MEMBER_SCRIPTS } from './scripts/members.js';

export const SCRIPTS = { ...CLIENT_SCRIPTS, ...COMMAND_SCRIPTS, ...MEMBER_SCRIPTS } as const;
export type ScriptName = keyof typeof SCRIPTS;

/** What a script gives: its kind of answer first. */
export type ScriptReply = readonly [kind: string, ...rest: readonly unknown[]];

/** A command of Redis as the scripts `look` and `stage` take it: its name, the key without prefix, and the rest. */
export type RedisCommand = readonly [command: string, key: string, ...rest: (string | number)[]];

/** Redis cannot be reached, or has not answered in time: nobody knows whether the script has run. */
export class LinkDown extends Error {
  override readonly name = 'LinkDown';
}

/** The registry has gone on: nothing was done, and what was decided before is to be decided again. */
export class Behind extends Error {
  override readonly name = 'Behind';
}

export interface RedisLink {
  /** From now on, scripts and messages are those of this generation; before, those of `first`. */
  use(generation: string): void;
  /** Rejects with `LinkDown`, in bounded time. */
  call(script: ScriptName, given: readonly (string | number)[]): Promise<ScriptReply>;
  /**
   * Hears the messages of all instances, and those for this one, in the order in which Redis sent them; no events, until
   * they are asked for.
   */
  listen(instance: string, hear: (text: string) => void): Promise<void>;
  /** Rejects with `LinkDown`. */
  listenToEvents(): Promise<void>;
  /** Calls back when messages may have been lost, because the connection broke; and when they come again. */
  onBreak(lost: () => void, back: () => void): void;
  close(): Promise<void>;
}
