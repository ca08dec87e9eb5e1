// How an instance uses the scripts in Redis: under its name, and with what it knows of the registry.
import type { Clock } from '../../kernel/clock.js';
import {
  Behind,
  type RedisCommand,
  type RedisLink,
  LinkDown,
  type ScriptReply,
  type ScriptName,
} from './link.js';
import type { LogMessage, PeerQuestion, DirectMessage } from './messages.js';

type Given = readonly (string | number)[];
/** What is asked for at each try. */
type Lately = readonly (string | number | (() => string))[];

export type ScriptCalls = ReturnType<typeof createScriptCalls>;

/** The instance as whom scripts are called. */
interface ScriptCaller {
  readonly id: string;
  readonly alive: boolean;
  readonly closed: boolean;
  /** Number of the last message of the registry that it has applied. */
  readonly applied: number;
  caughtUp(reg: number): Promise<void>;
  /** Redis has said that this instance is no member. */
  fenced(id: string): void;
}

/** In ms of the machine. */
const TRY_AGAIN = 200;
/** Most events come with the outcome of a command, which follows at once and takes them along. */
const EVENTS_AFTER = 1;

export function createScriptCalls(link: RedisLink, machine: Clock, caller: ScriptCaller) {
  const telling = new Set<Promise<unknown>>();
  const send = createSend(link, caller);
  /** Whatever this instance knows of the registry. */
  const callAnyway = (script: ScriptName, ...given: Given): Promise<ScriptReply> => send(script, -1, given);
  const insist = async (script: ScriptName, given: Lately): Promise<ScriptReply | undefined> => {
    const { id } = caller;
    // Once in any case: an instance that leaves writes what is left.
    for (let first = true; first || (id === caller.id && !caller.closed); first = false) {
      try {
        return await callAnyway(script, ...given.map((each) => (typeof each === 'function' ? each() : each)));
      } catch {
        await machine.sleep(TRY_AGAIN);
      }
    }
    return undefined;
  };
  const counted = <T>(doing: Promise<T>): Promise<T> => {
    const done = doing.finally(() => telling.delete(done));
    telling.add(done);
    return done;
  };
  const fence = (): Promise<boolean> => isBehind(send('look', caller.applied, ['[]']));
  const outbox = createOutbox(machine, (events) => {
    void counted(callAnyway('events', ...events).catch(() => undefined));
  });
  return {
    /** Rejects with `LinkDown`; with `Behind`, once it has caught up, when nothing was done as it knew too little. */
    call: (script: ScriptName, ...given: Given): Promise<ScriptReply> => send(script, caller.applied, given),
    callAnyway,
    /** What Redis has at one moment, an answer to each command. */
    look: async (...commands: readonly RedisCommand[]): Promise<readonly unknown[]> => {
      const [, seen] = await callAnyway('look', JSON.stringify(commands));
      return seen as readonly unknown[];
    },
    /** Calls until it is done, or until others have buried this instance, which does it then. */
    insist: (script: ScriptName, ...given: Lately): Promise<ScriptReply | undefined> =>
      counted(insist(script, given)),
    /** Tells the instances that have connections of an event: with the next outcome, or soon by itself; in this order. */
    publish: (event: Extract<LogMessage, { t: 'event' }>): void => outbox.add(`0\n${JSON.stringify(event)}`),
    /** The events that have not been sent, for the script that sends them along. */
    takeEvents: outbox.take,
    /** Sends them now, before what is called next. */
    sendEvents: outbox.flush,
    /** Tells all instances; what fails is lost with this instance's membership. */
    tell: (
      message: LogMessage,
      keep: readonly [hash: string, field: string, value: string],
      registers: boolean,
    ): void => {
      outbox.flush();
      const told = callAnyway('tell', ...keep, registers ? 1 : 0, JSON.stringify(message));
      void counted(told.catch(() => undefined));
    },
    /** Waits until this instance knows what all know; gives whether that was news. */
    fence,
    /** Resolves when what this instance has told so far has reached Redis, and come back from there. */
    told: async (): Promise<void> => {
      outbox.flush();
      await Promise.allSettled(telling);
      await fence().catch(() => false);
    },
  };
}

async function isBehind(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent;
    return false;
  } catch (error) {
    if (error instanceof Behind) return true;
    throw error;
  }
}

/** Calls a script in the name of the instance, which knows so much of the registry. */
function createSend(link: RedisLink, caller: ScriptCaller) {
  return async (script: ScriptName, reg: number, given: Given): Promise<ScriptReply> => {
    if (!caller.alive) throw new LinkDown('this instance is not in the cluster');
    const { id } = caller;
    const reply = await link.call(script, [id, reg, ...given]);
    if (reply[0] === 'fenced') {
      caller.fenced(id);
      throw new LinkDown('others have buried this instance');
    }
    if (reply[0] !== 'behind') return reply;
    await caller.caughtUp(Number(reply[1]));
    throw new Behind();
  };
}

function createOutbox(machine: Clock, send: (events: readonly string[]) => void) {
  let waiting: string[] = [];
  let isSoon = false;
  const take = (): readonly string[] => {
    const taken = waiting;
    if (taken.length > 0) waiting = [];
    return taken;
  };
  const flush = (): void => {
    const events = take();
    if (events.length > 0) send(events);
  };
  return {
    add: (event: string): void => {
      waiting.push(event);
      if (isSoon) return;
      isSoon = true;
      machine.setTimer('cluster events', EVENTS_AFTER, () => {
        isSoon = false;
        flush();
      });
    },
    take,
    flush,
  };
}

// What an instance asks another one, and the answers that it waits for.

interface Waiter {
  readonly instance: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** In ms of the machine. */
const ANSWER_WITHIN = 30_000;

export type Questions = ReturnType<typeof createQuestions>;

/** @param id the name of this instance, which changes. */
export function createQuestions(calls: Pick<ScriptCalls, 'call'>, machine: Clock, id: () => string) {
  const waiting = new Map<number, Waiter>();
  let asked = 0;
  return {
    /**
     * @param limit in ms of the machine.
     * Rejects with `LinkDown` when that instance does not answer, or is gone; with `Behind` as a call does.
     */
    ask: async (instance: string, what: PeerQuestion, limit: number = ANSWER_WITHIN): Promise<unknown> => {
      const call = ++asked;
      const answer = new Promise<unknown>((resolve, reject) =>
        waiting.set(call, { resolve, reject, instance }),
      );
      // Rejected while the call is under way, nobody would wait for it.
      answer.catch(() => undefined);
      const timer = machine.setTimer('answer', limit, () =>
        waiting.get(call)?.reject(new LinkDown('no answer')),
      );
      try {
        const message: DirectMessage = { t: 'ask', from: id(), call, what };
        const [kind] = await calls.call('send', instance, JSON.stringify(message));
        if (kind !== 'sent') throw new LinkDown('that instance is away');
        return await answer;
      } finally {
        timer.cancel();
        waiting.delete(call);
      }
    },
    answered: ({ call, ok, value }: Extract<DirectMessage, { t: 'answer' }>): void => {
      const waiter = waiting.get(call);
      if (ok) waiter?.resolve(value);
      else waiter?.reject(new LinkDown('that instance could not do it'));
    },
    /** Those that are no members will not answer. */
    keepTo: (members: readonly string[]): void => {
      for (const { instance, reject } of waiting.values())
        if (!members.includes(instance)) reject(new LinkDown('that instance is gone'));
    },
    /** No answer counts any more. */
    giveUp: (): void => {
      for (const { reject } of waiting.values()) reject(new LinkDown('this instance has lost the cluster'));
    },
  };
}
