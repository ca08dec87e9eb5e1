// What several defects are made of: a ledger that forgets, a lane that lets more in, a budget of somebody else.
import type { Clock } from '../../kernel/clock.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { EndpointName } from '../../contract/endpoints.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { DeviceDetail, Peripherals } from '../../contract/schemas/device.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Edge } from '../edge/edge.js';
import { call, calls, editing, type FrameEdit, isReply, type Json, onePort, texts } from '../edge/helpers.js';
import type { Access, ApiClient } from '../service/access.js';
import type { CommandEntry, CommandLedger, CommandRequest, Known } from '../service/command-ledger.js';
import type { DeviceLane } from '../service/ports.js';
import type { Connection, Origin } from '../service/origin.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { Caller } from '../service/service.js';

// Access and calls of the service.

interface Refused {
  readonly endpoint: EndpointName;
  readonly token: string | undefined;
  readonly code: string;
}

/**
 * Serves requests that were refused, in the name of the client that was admitted last.
 * @param admits whether a request that was refused is served all the same.
 */
export function admission(admits: (refused: Refused) => boolean): Edge {
  return calls((service) => {
    let last: Caller | undefined;
    return {
      admit: (endpoint, token) => {
        const admitted = service.admit(endpoint, token);
        if (admitted.ok) last = admitted.value;
        else if (last && admits({ endpoint, token, code: admitted.refusal.code }))
          return { ok: true, value: last };
        return admitted;
      },
    };
  });
}

/** @param accepts whether a token that was good before is accepted in spite of this refusal. */
export function keptTokens(accepts: (refusal: Refusal) => boolean): Edge {
  const holders = new Map<string, ApiClient>();
  return authenticating((found, token) => {
    const holder = holders.get(token);
    if (found.ok) holders.set(token, found.value);
    return !found.ok && holder && accepts(found.refusal) ? { ok: true, value: holder } : found;
  });
}

/** @param edit what it comes to instead that a token is looked at. */
export function authenticating(
  edit: (found: ServiceResult<ApiClient>, token: string, access: Access) => ServiceResult<ApiClient>,
): Edge {
  return onePort('access', (access) => ({
    authenticate: (token = '') => edit(access.authenticate(token), token, access),
  }));
}

/** @param edit what a refresh comes to instead. */
export function refreshes(
  edit: (
    outcome: ServiceResult<DeviceDetail>,
    deviceId: string,
    caller: Caller,
  ) => ServiceResult<DeviceDetail>,
): Edge {
  return call('refresh', async (caller, deviceId, next) =>
    edit(await next(caller, deviceId), deviceId, caller),
  );
}

/** @param edit what a refresh shows instead of what it has read. */
export function shownPeripherals(
  edit: (read: Peripherals, deviceId: string, caller: Caller) => Peripherals,
): Edge {
  return refreshes((outcome, deviceId, caller) => {
    if (!outcome.ok) return outcome;
    const shown = edit(outcome.value.peripherals, deviceId, caller);
    return { ok: true, value: { ...outcome.value, peripherals: shown } };
  });
}

/** @param edge made of what gives the client whose refresh or operation has this origin. */
export function knowingClients(
  edge: (clientOf: (origin: Origin | undefined) => string | undefined) => Edge,
): () => Edge {
  return () => {
    const clients = new Map<Origin | undefined, string>();
    const known = async <T>({ clientId, origin }: Caller, act: () => MaybePromise<T>): Promise<T> => {
      clients.set(origin, clientId);
      try {
        return await act();
      } finally {
        clients.delete(origin);
      }
    };
    return {
      ...calls((service) => ({
        refresh: (caller, deviceId) => known(caller, () => service.refresh(caller, deviceId)),
        operate: (caller, request) => known(caller, () => service.operate(caller, request)),
      })),
      ...edge((origin) => clients.get(origin)),
    };
  };
}

// Connections and their frames.

interface Watcher {
  begun?(connection: Connection): void;
  /** The connection has ended, cleanly or not. */
  ended?(connection: Connection): void;
}

export function connections({ begun, ended }: Watcher): Edge {
  return texts((connection) => {
    begun?.(connection);
    return { ended: () => ended?.(connection) };
  });
}

interface Conversation {
  /** A request has arrived. */
  asked?(requestId: string): void;
  readonly edit: FrameEdit;
}

/** Requests that came together are under way together: the service itself answers most of them one by one. */
async function later(act: () => void): Promise<void> {
  await Promise.resolve();
  act();
}

/** Changes what is sent in view of the requests that came. @param start called once for each connection. */
export function conversations(start: () => Conversation): Edge {
  return texts(() => {
    const { asked, edit } = start();
    return {
      sent: editing(edit),
      received: (text, pass, socket) => {
        const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1];
        if (requestId !== undefined) asked?.(requestId);
        later(pass).catch(() => socket.close('failed'));
      },
    };
  });
}

/** Malformed frames are answered as if the server had failed. */
export function failedFrame(frame: Json): Json | undefined {
  const isMalformed = isReply(frame) && frame['code'] === 'INVALID_REQUEST';
  return isMalformed ? { ...frame, code: 'INTERNAL_ERROR' } : undefined;
}

// Budgets, lanes and quotas.

/** @param filed what the refresh budget of a device is counted under. */
export function filedBudgets(filed: (deviceId: string, origin: Origin | undefined) => string): Edge {
  return onePort('budget', (budget) => ({
    waitFor: (deviceId, origin) => budget.waitFor(filed(deviceId, origin), origin),
    spend: (deviceId, origin) => budget.spend(filed(deviceId, origin), origin),
  }));
}

type Enter = DeviceLane['enter'];

/** @param delay between the end of an operation and the moment at which its lane is free, in ms. */
export function lateLane(delay: number): Edge {
  return onePort('lane', (lane, { clock }) => ({
    enter: (deviceId, origin) => {
      const leave = lane.enter(deviceId, origin);
      return leave && (() => void clock.setTimer('late lane', delay, leave));
    },
  }));
}

/** @param passes whether an operation starts although the lane of its device is taken. */
export function enterAnyway(
  lane: DeviceLane,
  passes: (deviceId: string, origin: Origin | undefined) => boolean,
): Enter {
  return (deviceId, origin) =>
    lane.enter(deviceId, origin) ?? (passes(deviceId, origin) ? () => undefined : undefined);
}

interface KeptLeaves {
  readonly enter: Enter;
  /** The way for the latest operation of the device to leave the lane; undefined when there was none. */
  leaveOf(deviceId: string): (() => void) | undefined;
}

/** A lane that lets others end an operation while it still runs. */
export function keepLeaves(lane: DeviceLane): KeptLeaves {
  const leaves = new Map<string, () => void>();
  return {
    enter: (deviceId, origin) => {
      const leave = lane.enter(deviceId, origin);
      if (leave) leaves.set(deviceId, leave);
      return leave;
    },
    leaveOf: (deviceId) => leaves.get(deviceId),
  };
}

/** Whether the request is a refresh, by its origin. */
export function isRefreshing(origin: Origin | undefined): boolean {
  return origin?.channel === 'ws' ? origin.topic === 'device.state.get' : origin?.endpoint === 'devices.read';
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
    const retryAfterSeconds = Math.max(1, Math.ceil((current.endsAt - now()) / 1000));
    current.endsAt += penalty;
    return {
      ok: false,
      refusal: { code: 'RATE_LIMITED', message: 'The quota is used up.', retryAfterSeconds },
    };
  };
}

// Ledgers that find the wrong command under a key, or none.

/** @param forgets whether a repeat of this command is taken for a new request. */
export function forgetful(
  ledger: CommandLedger,
  forgets: (command: CommandEntry['command'], request: CommandRequest) => boolean,
): CommandLedger['lookUp'] {
  return (request) => {
    const known = ledger.lookUp(request);
    return known.kind === 'repeat' && forgets(known.entry.command, request) ? { kind: 'new' } : known;
  };
}

/** The same for a whole ledger. */
export function forgetting(
  forgets: (command: CommandEntry['command'], request: CommandRequest, clock: Clock) => boolean,
): Edge {
  return onePort('ledger', (ledger, { clock }) => ({
    lookUp: forgetful(ledger, (command, request) => forgets(command, request, clock)),
  }));
}

/** @param filed the request as the ledger sees it. */
export function filedKeys(filed: (request: CommandRequest) => CommandRequest): Edge {
  return onePort('ledger', (ledger) => ({
    lookUp: (request) => ledger.lookUp(filed(request)),
    open: (request) => ledger.open(filed(request)),
  }));
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
export function runningRepeats(again: (operation: Operation, command: CommandValue) => boolean): Edge {
  return calls((service) => {
    const seen = new Set<string>();
    return {
      operate: async (caller, request) => {
        const outcome = await service.operate(caller, request);
        if (!outcome.ok || !again(request.operation, outcome.value)) return outcome;
        const { commandId } = outcome.value;
        if (seen.has(commandId)) await service.operate(caller, { ...request, idempotencyKey: undefined });
        seen.add(commandId);
        return outcome;
      },
    };
  });
}
