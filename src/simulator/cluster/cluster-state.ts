// What the service remembers, in Redis: each operation of the port is one script there, atomic for all instances.
import {
  type CommandEntry,
  type FinalOutcome,
  fingerprintOf,
  type CommandRequest,
} from '../service/command-ledger.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { QuotaClass } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import { rateLimited, refuse, success, usedUp } from '../service/outcome.js';
import type { ServicePorts } from '../service/ports.js';
import type { CommandBegun, RefreshRequest, ServiceState } from '../service/service-state.js';
import type { ServiceSettings } from '../service/settings.js';
import type { ChangeDesk, SharedTokens } from './registry.js';
import type { Fleet } from '../fleet/fleet.js';
import type { Controls } from './controls.js';
import type { ClusterSeat } from './seat.js';
import { Behind, LinkDown } from './link.js';
import type { CommandFields, DirectMessage } from './messages.js';

// A command as it lies in Redis: the parts that never change as JSON, and its outcome.

type Command = CommandEntry['command'];

/** What does not change. */
export function baseOf({ commandId, deviceId, operation }: Omit<Command, 'status'>): string {
  return JSON.stringify({ commandId, deviceId, operation });
}

export function commandFrom([base, status, at, result, , , , , made]: CommandFields): Command {
  const { commandId, deviceId, operation } = JSON.parse(base) as Command;
  const begun = {
    commandId,
    deviceId,
    operation,
    status: status as Command['status'],
    createdAt: Number(made),
  };
  if (status === 'pending') return begun;
  const completedAt = Number(at);
  if (typeof result !== 'string' || result === '') return Object.freeze({ ...begun, completedAt });
  return Object.freeze({ ...begun, result: JSON.parse(result) as Command['result'], completedAt });
}

// Commands that have not ended, of which somebody waits for the end on this instance.

type Final = CommandValue | undefined;

interface Waiting {
  readonly finished: Promise<Final>;
  readonly settle: (final: Final) => void;
}

export type Finals = ReturnType<typeof createFinals>;

export function createFinals() {
  const waiting = new Map<string, Waiting>();
  return {
    /** Resolves with the final command; with undefined when this instance will not learn of it. */
    wait: (commandId: string): Promise<Final> => {
      const known = waiting.get(commandId);
      if (known) return known.finished;
      let settle: Waiting['settle'] = () => undefined;
      const finished = new Promise<Final>((resolve) => (settle = resolve));
      waiting.set(commandId, { finished, settle });
      return finished;
    },
    settle: (commandId: string, final: Final): void => {
      const known = waiting.get(commandId);
      waiting.delete(commandId);
      known?.settle(final);
    },
    /** Nobody waits any more. */
    giveUp: (): void => {
      for (const { settle } of waiting.values()) settle(undefined);
      waiting.clear();
    },
  };
}

/** The parts of an instance of the cluster. */
export interface Instance extends Pick<ClusterSeat, 'node' | 'keeper' | 'counts' | 'digest'> {
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  readonly fleet: Fleet;
  readonly ports: ServicePorts;
  readonly finals: Finals;
  readonly changes: ChangeDesk;
  readonly tokens: SharedTokens;
  readonly controls: Controls;
  newCommandId(): string;
}

const UNKEPT = { kind: 'unkept' } as const;

export function createClusterState(parts: Instance): ServiceState {
  const { node, clock, settings, tokens, changes } = parts;
  const quotaOf = (quotaClass: QuotaClass): [limit: number, window: number, now: number] => {
    const { limit, window } = settings.quotas[quotaClass];
    return [limit, window, clock.now()];
  };
  const giveBack = (clientId: string, quotaClass: QuotaClass): void => {
    // What is not given back in time is counted: that only makes a client wait.
    node.scripts.callAnyway('giveBack', clientId, quotaClass, clock.now()).catch(() => undefined);
  };
  return {
    beginCommand: createBegin(parts),
    beginRefresh: createBeginRefresh(parts),
    readCommand: async (clientId, commandId, mayRead) => {
      const [kind, wait, ...fields] = await node.scripts.call(
        'read',
        commandId,
        clientId,
        ...quotaOf('query'),
      );
      if (kind === 'none') return { kind };
      const command = commandFrom(fields as unknown as CommandFields);
      const mayNot = !mayRead(command.deviceId);
      // Redis does not know which devices a client sees: what it has counted for nothing is given back.
      if (mayNot && kind === 'read') giveBack(clientId, 'query');
      if (mayNot) return { kind: 'none' };
      return kind === 'read' ? { kind, command } : { kind: 'limited', wait: Number(wait) };
    },
    spend: async (clientId, quotaClass) => {
      const [kind, wait] = await node.scripts.call('spend', clientId, quotaClass, ...quotaOf(quotaClass));
      return kind === 'limited' ? Number(wait) : undefined;
    },
    giveBack,
    issueToken: (credentials) => tokens.issue(credentials, quotaOf('token')),
    authenticate: (token) => tokens.authenticate(token),
    issueTicket: (clientId) => issueTicket(parts, clientId, quotaOf('ticket')),
    openConnection: async (ticket) => {
      if (ticket === undefined) return { kind: 'invalid' };
      const most = settings.maxConnectionsPerClient;
      const { id } = node;
      await node.hearEvents();
      const [kind, found] = await node.scripts.call(
        'open',
        parts.digest(ticket),
        ...quotaOf('connect'),
        most,
      );
      if (kind === 'limited') return { kind, wait: Number(found) };
      if (kind !== 'opened') return { kind: kind === 'too-many' ? kind : 'invalid' };
      if (id !== node.id) throw new LinkDown('this instance has begun anew, and may have missed events');
      const clientId = String(found);
      const { access, tickets } = parts.ports;
      // A fault may make tickets of this instance worthless: it stands around its office.
      if (tickets.redeem(tickets.issue(clientId).ticket) === undefined) return { kind: 'invalid' };
      return { kind: 'opened', client: access.stillEnabled(clientId) };
    },
    change: (clientId, what, make) => changes.change(clientId, what, make, quotaOf('manage')),
  };
}

function createBegin(parts: Instance): ServiceState['beginCommand'] {
  const { node, clock, settings, keeper } = parts;
  const spare: string[] = [];
  return async (request, online): Promise<CommandBegun> => {
    const { deviceId, operation, clientId, idempotencyKey } = request;
    const owner = node.ownerOf(deviceId) ?? node.id;
    // What was kept of it says whether it is online.
    if (owner === node.id && !keeper.isReady(deviceId)) await keeper.prepare(deviceId);
    const commandId = spare.pop() ?? parts.newCommandId();
    const order: DirectMessage = { t: 'perform', id: commandId, deviceId, operation };
    const { limit, window } = settings.quotas.control;
    const finished = parts.finals.wait(commandId);
    const forget = (): void => parts.finals.settle(commandId, undefined);
    try {
      const [kind, ...rest] = await node.scripts.call(
        'begin',
        ...[clientId, deviceId, idempotencyKey === undefined ? 0 : 1, idempotencyKey ?? ''],
        ...[digestOfRequest(parts, request), commandId, baseOf({ commandId, deviceId, operation }), owner],
        ...[limit, window, clock.now(), settings.maxCommands, online() ? 1 : 0, JSON.stringify(order)],
      );
      const createdAt = Number(rest[0]);
      const command = { commandId, deviceId, operation, status: 'pending' as const, createdAt };
      const entry = { command, finished };
      if (kind === 'begun' && owner === node.id)
        return { kind, entry, ...endsOf(parts, entry.command, clientId) };
      // Its owner has been told with the same step, and tells of the end.
      if (kind === 'begun') return { kind: 'repeat', entry };
      forget();
      spare.push(commandId);
      return refusedBegin(parts, kind, rest);
    } catch (error) {
      forget();
      if (owner !== node.id || !(error instanceof LinkDown)) {
        if (error instanceof Behind) spare.push(commandId);
        throw error;
      }
      // Nobody knows whether it has begun: it must not, as the device has not been told.
      void node.scripts.insist('withdraw', commandId, deviceId, clientId, clock.now());
      throw error;
    }
  };
}

function refusedBegin(parts: Instance, kind: string, rest: readonly unknown[]): CommandBegun {
  if (kind === 'limited') return { kind, wait: Number(rest[0]) };
  if (kind === 'conflict' || kind === 'offline' || kind === 'busy') return { kind };
  if (kind !== 'repeat') return UNKEPT;
  const command = commandFrom(rest.slice(1) as unknown as CommandFields);
  const finished =
    command.status === 'pending' ? parts.finals.wait(command.commandId) : Promise.resolve(command);
  return { kind, entry: { command, finished } };
}

/** The fingerprint of a request; as a digest, as operations may be long. */
function digestOfRequest({ digest }: Instance, request: CommandRequest): string {
  return digest(fingerprintOf(request));
}

type Begun = Extract<CommandBegun, { kind: 'begun' }>;

function endsOf(parts: Instance, command: Command, clientId: string): Pick<Begun, 'end' | 'withdraw'> {
  const { commandId, deviceId } = command;
  return {
    end: (outcome) => void finishCommand(parts, command, outcome),
    withdraw: () => {
      parts.finals.settle(commandId, undefined);
      void parts.node.scripts.insist('withdraw', commandId, deviceId, clientId, parts.clock.now());
    },
  };
}

/**
 * Writes the outcome, and in the same step what the device is like after it; nobody is told of it before. A store that is
 * away does not keep anybody waiting; the device stays here until it is written.
 */
export async function finishCommand(
  parts: Pick<Instance, 'node' | 'clock' | 'settings' | 'keeper' | 'finals'>,
  { commandId, deviceId }: Pick<Command, 'commandId' | 'deviceId'>,
  { status, result }: FinalOutcome,
): Promise<void> {
  const { node, clock, settings, keeper, finals } = parts;
  const told = result === undefined ? '' : JSON.stringify(result);
  const given = [commandId, deviceId, status, clock.now(), told, clock.now() + settings.commandRetention];
  const memory = keeper.takeMemory(deviceId);
  const letGo = keeper.hold(deviceId);
  try {
    const [, ...fields] = await node.scripts.callAnyway(
      'finish',
      ...given,
      memory,
      ...node.scripts.takeEvents(),
    );
    finals.settle(commandId, isCommand(fields) ? commandFrom(fields) : undefined);
  } catch {
    finals.settle(commandId, undefined);
    await node.scripts.insist('finish', ...given, () => keeper.memoryNow(deviceId) || memory);
  } finally {
    letGo();
  }
}

/** False for one that is not there any more. */
function isCommand(fields: readonly unknown[]): fields is CommandFields {
  return typeof fields[0] === 'string';
}

function createBeginRefresh({ node, clock, settings, keeper }: Instance): ServiceState['beginRefresh'] {
  let nonce = 0;
  return async ({ clientId, deviceId }: RefreshRequest) => {
    const { limit, window } = settings.quotas.refresh;
    const mark = `r${++nonce}`;
    if (node.isMine(deviceId) && !keeper.isReady(deviceId)) await keeper.prepare(deviceId);
    const free = (): Promise<unknown> => node.scripts.insist('free', deviceId, mark);
    try {
      const [kind, wait] = await node.scripts.call(
        'refresh',
        ...[clientId, deviceId, limit, window, clock.now(), settings.refreshInterval, mark],
      );
      if (kind === 'limited') return { kind, wait: Number(wait) };
      if (kind === 'busy') return { kind };
      return {
        kind: 'begun',
        end: async () => {
          try {
            await node.scripts.callAnyway('free', deviceId, mark);
          } catch {
            void free();
          }
        },
      };
    } catch (error) {
      if (error instanceof LinkDown) void free();
      throw error;
    }
  };
}

async function issueTicket(
  { node, ports, settings, digest }: Instance,
  clientId: string,
  quota: readonly [number, number, number],
): Promise<Awaited<ReturnType<ServiceState['issueTicket']>>> {
  const made = ports.tickets.issue(clientId);
  const { maxTicketsPerClient } = MEMORY_LIMITS;
  // The office makes it; who holds it is asked in Redis.
  ports.tickets.redeem(made.ticket);
  const [kind, wait] = await node.scripts.call(
    'issueTicket',
    ...[clientId, ...quota, digest(made.ticket), settings.ticketLifetime, maxTicketsPerClient],
  );
  if (kind === 'full') return rateLimited(Number(wait), 'This API client has too many unused tickets.');
  if (kind === 'limited') return usedUp(Number(wait));
  return kind === 'issued' ? success(made) : refuse('INTERNAL_ERROR', 'The service failed.');
}
