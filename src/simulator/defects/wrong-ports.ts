// Ports of the service that several defects make wrong: a budget of somebody else, a lane that lets more in, a ledger that
// forgets.
import type { Clock } from '../../kernel/clock.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Edge } from '../edge/edge.js';
import { call, onePort } from '../edge/helpers.js';
import type { CommandEntry, CommandRequest, Known } from '../service/command-ledger.js';
import type { Origin } from '../service/origin.js';
import { rateLimited, type Refusal } from '../service/outcome.js';
import type { RefreshBudget } from '../service/ports.js';

// Budgets, lanes and quotas.

/** @param filed what the refresh budget of a device is counted under. */
export function filedBudgets(filed: (deviceId: string, origin: Origin | undefined) => string): Edge {
  return onePort('budget', (budget) => ({
    waitFor: (deviceId, origin) => budget.waitFor(filed(deviceId, origin), origin),
    spend: (deviceId, origin) => budget.spend(filed(deviceId, origin), origin),
  }));
}

/**
 * @param edit how many ms a device has to wait instead; undefined where it may be refreshed now.
 * @param spent called for each refresh.
 */
export function waits(
  edit: (
    wait: number | undefined,
    deviceId: string,
    budget: RefreshBudget,
    origin: Origin | undefined,
  ) => number | undefined,
  spent?: (deviceId: string) => void,
): Edge {
  return onePort('budget', (budget) => ({
    waitFor: (deviceId, origin) => edit(budget.waitFor(deviceId, origin), deviceId, budget, origin),
    spend: (deviceId, origin) => {
      spent?.(deviceId);
      budget.spend(deviceId, origin);
    },
  }));
}

type Leave = (() => void) | undefined;

/** @param edit how an operation leaves the lane of its device instead; undefined where it may not enter. */
export function entered(
  edit: (leave: Leave, deviceId: string, origin: Origin | undefined, clock: Clock) => Leave,
): Edge {
  return onePort('lane', (lane, { clock }) => ({
    enter: (deviceId, origin) => edit(lane.enter(deviceId, origin), deviceId, origin, clock),
  }));
}

/** @param delay between the end of an operation and the moment at which its lane is free, in ms. */
export function lateLane(delay: number): Edge {
  return entered((leave, _, __, clock) => leave && (() => void clock.setTimer('late lane', delay, leave)));
}

/** @param passes whether an operation starts although another one has the lane of its device. */
export function passingBy(
  passes: (own: Origin | undefined, holder: Origin | undefined) => boolean | undefined,
): Edge {
  return onePort('lane', (lane) => {
    const holders = new Map<string, Origin | undefined>();
    return {
      enter: (deviceId, origin) => {
        const leave = lane.enter(deviceId, origin);
        if (!leave) return passes(origin, holders.get(deviceId)) ? () => undefined : undefined;
        holders.set(deviceId, origin);
        return () => {
          holders.delete(deviceId);
          leave();
        };
      },
    };
  });
}

/** @param edge made of what ends the latest operation of a device for its lane, while it still runs. */
export function endingEarly(edge: (end: (deviceId: string) => void) => Edge): () => readonly Edge[] {
  return () => {
    const leaves = new Map<string, Leave>();
    const keeping = entered((leave, deviceId) => {
      if (leave) leaves.set(deviceId, leave);
      return leave;
    });
    return [keeping, edge((deviceId) => leaves.get(deviceId)?.())];
  };
}

/** Whether the request is a refresh, by its origin. */
export function isRefreshing(origin: Origin | undefined): boolean {
  return origin?.channel === 'ws' ? origin.topic === 'device.state.get' : origin?.endpoint === 'devices.read';
}

export function isOverWebSocket(origin: Origin | undefined): boolean {
  return origin?.channel === 'ws';
}

export function isBySingleRelay(origin: Origin | undefined): boolean {
  return origin?.channel === 'rest' && origin.endpoint === 'relays.set-one';
}

/** A quota of a defect's own, smaller than those of the service. */
export interface WrongQuota {
  readonly limit: number;
  /** In ms. */
  readonly window: number;
  /** By which each rejection lengthens the window, in ms. */
  readonly penalty: number;
}

/** @returns what counts one request, and gives the refusal where it is rejected. */
export function createQuota(
  { limit, window, penalty }: WrongQuota,
  now: () => number,
): (of: string) => { ok: false; refusal: Refusal } | undefined {
  const windows = new Map<string, { endsAt: number; taken: number }>();
  return (of) => {
    const before = windows.get(of);
    const current = before && before.endsAt > now() ? before : { endsAt: now() + window, taken: 0 };
    windows.set(of, current);
    if (current.taken < limit) {
      current.taken++;
      return undefined;
    }
    const rejected = rateLimited(current.endsAt - now(), 'The quota is used up.');
    current.endsAt += penalty;
    return rejected;
  };
}

// Ledgers that find the wrong command under a key, or none.

type Command = CommandEntry['command'];

/** @param forgets whether a repeat of this command is taken for a new request. */
export function forgetting(
  forgets: (command: Command, request: CommandRequest, clock: Clock) => boolean,
): Edge {
  return onePort('ledger', (ledger, { clock }) => ({
    lookUp: (request) => {
      const known = ledger.lookUp(request);
      const isForgotten = known.kind === 'repeat' && forgets(known.entry.command, request, clock);
      return isForgotten ? { kind: 'new' } : known;
    },
  }));
}

/** @param begins called for each new command; what it returns is called when the command ends. */
export function commandsBegun(
  begins: (request: CommandRequest, command: Command, clock: Clock) => Leave | void,
): Edge {
  return onePort('ledger', (ledger, { clock }) => ({
    open: (request) => {
      const { entry, finish } = ledger.open(request);
      const ends = begins(request, entry.command, clock);
      return {
        entry,
        finish: (outcome) => {
          ends?.();
          finish(outcome);
        },
      };
    },
  }));
}

/** @param shown the command that is found when one is read; undefined for none. */
export function foundCommands(shown: (command: Command, clock: Clock) => Command | undefined): Edge {
  return onePort('ledger', (ledger, { clock }) => ({
    find: (commandId) => {
      const entry = ledger.find(commandId);
      const command = entry && shown(entry.command, clock);
      return command && { ...entry, command };
    },
  }));
}

/** @param filed the request as the ledger sees it. */
export function filedKeys(filed: (request: CommandRequest) => CommandRequest): Edge {
  return onePort('ledger', (ledger) => ({
    lookUp: (request) => ledger.lookUp(filed(request)),
    open: (request) => ledger.open(filed(request)),
  }));
}

/** The same for requests that have a key. @param filed what it is kept as. */
export function renamedKeys(filed: (key: string, request: CommandRequest) => string): Edge {
  return filedKeys((request) => {
    const { idempotencyKey: key } = request;
    return key === undefined ? request : { ...request, idempotencyKey: filed(key, request) };
  });
}

interface Last {
  readonly asked: string;
  /** Clock time in ms. */
  readonly at: number;
  readonly entry: CommandEntry;
}

/** @param applies whether a request that equals the last one of its device gets the command of that one. */
export function mergedRequests(applies: (known: Known, age: number) => boolean): Edge {
  return onePort('ledger', (ledger, { clock }) => {
    const last = new Map<string, Last>();
    return {
      lookUp: (request) => {
        const known = ledger.lookUp(request);
        const before = last.get(request.deviceId);
        if (before?.asked !== JSON.stringify(request.operation)) return known;
        return applies(known, clock.now() - before.at) ? { kind: 'repeat', entry: before.entry } : known;
      },
      open: (request) => {
        const opened = ledger.open(request);
        const asked = JSON.stringify(request.operation);
        last.set(request.deviceId, { asked, at: clock.now(), entry: opened.entry });
        return opened;
      },
    };
  });
}

/** @param again whether the repeat of such a command is carried out, too, while it returns the first command. */
export function runningRepeats(again: (operation: Operation, command: CommandValue) => boolean): () => Edge {
  return () => {
    const seen = new Set<string>();
    return call('operate', async (caller, request, next) => {
      const outcome = await next(caller, request);
      if (!outcome.ok || !again(request.operation, outcome.value)) return outcome;
      const { commandId } = outcome.value;
      if (seen.has(commandId)) await next(caller, { ...request, idempotencyKey: undefined });
      seen.add(commandId);
      return outcome;
    });
  };
}
