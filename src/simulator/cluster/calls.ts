// How an instance uses the scripts in Redis: under its name, and with what it knows of the registry.
import type { Clock } from '../../kernel/clock.js';
import { Behind, type RedisLink, LinkDown, type ScriptReply, type ScriptName } from './link.js';
import type { LogMessage } from './messages.js';

type Given = readonly (string | number)[];

export interface ScriptCalls {
  /** Rejects with `LinkDown`; with `Behind`, once it has caught up, when nothing was done as it knew too little. */
  call(script: ScriptName, ...given: Given): Promise<ScriptReply>;
  /** The same, whatever this instance knows of the registry. */
  callAnyway(script: ScriptName, ...given: Given): Promise<ScriptReply>;
  /** Calls until it is done, or until others have buried this instance, which does it then. */
  insist(script: ScriptName, ...given: Given): Promise<ScriptReply | undefined>;
  /** Tells all instances; what fails is lost with this instance's membership. */
  tell(
    message: LogMessage,
    keep: readonly [hash: string, field: string, value: string],
    registers: boolean,
  ): void;
  /** Tells the instances that have connections of an event: with the next outcome, or soon by itself; in this order. */
  publish(event: Extract<LogMessage, { t: 'event' }>): void;
  /** The events that have not been sent, for the script that sends them along. */
  takeEvents(): readonly string[];
  /** Sends them now, before what is called next. */
  sendEvents(): void;
  keep(hash: string, field: string, value: string): Promise<ScriptReply>;
  /** Waits until this instance knows what all know; gives whether that was news. */
  fence(): Promise<boolean>;
  /** Resolves when what this instance has told so far has reached Redis, and come back from there. */
  told(): Promise<void>;
}

/** The instance as whom scripts are called. */
export interface ScriptCaller {
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

export function createScriptCalls(link: RedisLink, machine: Clock, caller: ScriptCaller): ScriptCalls {
  const telling = new Set<Promise<unknown>>();
  const send = async (script: ScriptName, reg: number, given: Given): Promise<ScriptReply> => {
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
  const callAnyway: ScriptCalls['callAnyway'] = (script, ...given) => send(script, -1, given);
  const insist = async (script: ScriptName, given: Given): Promise<ScriptReply | undefined> => {
    const { id } = caller;
    while (id === caller.id && !caller.closed) {
      try {
        return await callAnyway(script, ...given);
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
  const fence = async (): Promise<boolean> => {
    try {
      await send('fence', caller.applied, []);
      return false;
    } catch (error) {
      if (error instanceof Behind) return true;
      throw error;
    }
  };
  const outbox = createOutbox(machine, (events) => {
    void counted(callAnyway('events', ...events).catch(() => undefined));
  });
  return {
    call: (script, ...given) => send(script, caller.applied, given),
    callAnyway,
    insist: (script, ...given) => counted(insist(script, given)),
    publish: (event) => outbox.add(`0\n${JSON.stringify(event)}`),
    takeEvents: outbox.take,
    sendEvents: outbox.flush,
    tell: (message, keep, registers) => {
      outbox.flush();
      const told = callAnyway('tell', ...keep, registers ? 1 : 0, JSON.stringify(message));
      void counted(told.catch(() => undefined));
    },
    keep: (hash, field, value) => callAnyway('tell', hash, field, value, 0, ''),
    fence,
    told: async () => {
      outbox.flush();
      await Promise.allSettled(telling);
      await fence().catch(() => false);
    },
  };
}

interface Outbox {
  add(event: string): void;
  take(): readonly string[];
  flush(): void;
}

function createOutbox(machine: Clock, send: (events: readonly string[]) => void): Outbox {
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
    add: (event) => {
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
