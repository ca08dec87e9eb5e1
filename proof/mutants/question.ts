// What goes between the main thread and those that try mutants: plain data.
import type { RuleId } from '../../src/contract/rules/catalogue.js';
import type { Profile } from '../../src/harness/profile/profile.js';

/** What a thread is given at its beginning. */
export interface ThreadData {
  /** The folder above the instrumented code and the files that come with the program. */
  readonly root: string;
  readonly seed: number;
  /** A mutant that is on from before the modules are loaded. */
  readonly key?: string;
}

/** What the first thread tells of the suite, while no mutant is on. */
export interface About {
  /** Of the fleet. */
  readonly profile: Profile;
  /** Ids of all checks. */
  readonly checks: readonly string[];
}

/** What is run against the service. */
export interface Work {
  /** Ids of checks; all: the whole suite. */
  readonly checks: readonly string[] | 'all';
  /** A dozen random programs after the checks. */
  readonly programs: boolean;
}

export interface Question extends Work {
  readonly profile: Profile;
  /** Real sockets and a clock of this speed, with the server in a thread of its own; programs are left out. */
  readonly sockets?: number;
  /** The mutant; undefined: the code as it was written. */
  readonly key?: string;
  /** Go on after the first breach, to see all rules that are named. */
  readonly whole?: boolean;
  /** A fleet with small quotas: on the usual one nobody meets any. */
  readonly smallQuotas?: true;
}

export interface NamedBreach {
  readonly check: string;
  readonly rule: RuleId;
  readonly verdict: 'warn' | 'fail';
}

/** What a run saw. */
export interface Seen {
  readonly breaches: readonly NamedBreach[];
  /** Checks that went wrong or could not be decided, in words. */
  readonly errors: readonly string[];
  readonly undecided: readonly string[];
  /** Why nothing was checked: profile or dialect do not fit (exit code 2). */
  readonly differs: readonly string[];
  /** There is no server: its program fails before it listens, and why. */
  readonly unstarted?: string;
  readonly unreachable?: string;
  /** The run was broken off before its end. */
  readonly cutShort?: string;
  /** No end after hours of virtual time. */
  readonly endless?: true;
  readonly notRestored: readonly string[];
  /** What the service threw and caught while it served: no fault of its own, but it helps to read the rest. */
  readonly bugs: readonly string[];
  /** Keys of mutants that this work reached. */
  readonly reached: readonly string[];
  /** Keys that the loading of the modules reached. */
  readonly loaded: readonly string[];
}

/** A thread says that it lives each time that a check has ended. */
export type Message =
  | { readonly kind: 'lives' }
  | { readonly kind: 'answer'; readonly seen: Seen }
  | { readonly kind: 'about'; readonly about: About };

/** What the thread of a server is given. */
export interface ServerData extends ThreadData {
  /** Seconds of its clock per second. */
  readonly speed: number;
}

/** Where a server is. */
export interface ServerPlace {
  readonly url: string;
  readonly control: { readonly url: string; readonly token: string };
}

export type ServerMessage =
  | ({ readonly kind: 'serves' } & ServerPlace)
  | { readonly kind: 'unstarted' | 'bug'; readonly words: string }
  | { readonly kind: 'reached'; readonly reached: readonly string[] };
