// A simulator as one instance of a cluster: its ports tell the others, and what they or Redis tell reaches its parts.
import type { DeviceStatus } from '../fleet/fleet.js';
import { finalOutcome } from '../service/operating.js';
import type { ServicePorts } from '../service/ports.js';
import { changeFleet, createChangeDesk, takeOver, createSharedTokens } from './registry.js';
import {
  finishCommand,
  commandFrom,
  type Instance,
  createClusterState,
  createFinals,
} from './cluster-state.js';
import { createControls } from './controls.js';
import type { NodeMessage, Here, PeerQuestion, DirectMessage, NodeHooks, ControlAsked } from './messages.js';
import { createRemoteDevices } from './keeper.js';
import { type ClusterNode, nameOf } from './node.js';
import type { DevicesOfSnapshot, Snapshot } from '../control/snapshot/snapshot.js';
import type { ServiceState } from '../service/service-state.js';
import type { Edge, PortChanges } from '../edge/edge.js';
import { atOnce, type WebSocketCaller, type ServedService } from '../service/service.js';
import type { Session } from '../transport/websocket/session.js';
import type { IsHeld } from '../state/state-book.js';
import { LinkDown, Behind } from './link.js';
import type { ClusterSeat } from './seat.js';
import { readDevices, writesOf, createPicture, turn } from './picture.js';
import type { ErrorCode } from '../../contract/error-codes.js';
import { type ServiceResult, UNKEPT } from '../service/outcome.js';

function createEar(instance: Instance, here: Here): (message: NodeMessage, reg: number) => void {
  const { node, keeper, finals, changes, ports, tokens, controls, counts } = instance;
  const answer = async ({ from, call, what }: Extract<NodeMessage, { t: 'ask' }>): Promise<void> => {
    let reply: DirectMessage;
    try {
      reply = { t: 'answer', call, ok: true, value: await answerTo(instance, what, here) };
    } catch {
      reply = { t: 'answer', call, ok: false };
    }
    await node.scripts.callAnyway('send', from, JSON.stringify(reply)).catch(() => undefined);
  };
  return (message, reg) => {
    switch (message.t) {
      case 'perform':
        void perform(instance, message);
        return;
      case 'final':
        finals.settle(message.id, commandFrom(message.fields));
        return;
      case 'withdrawn':
        finals.settle(message.id, undefined);
        return;
      case 'ask':
        void answer(message);
        return;
      case 'added':
      case 'removed':
      case 'password':
        if (message.t === 'removed') keeper.discard(message.deviceId);
        if (!changes.make(message)) changeFleet(instance, message);
        return;
      case 'disabled':
        if (message.from !== node.id) ports.access.setDisabled(message.clientId, message.disabled);
        return;
      case 'expired':
        ports.access.expireTokens(message.client === '' ? undefined : message.client);
        tokens.forget(message.client === '' ? undefined : message.client);
        return;
      case 'status':
        if (message.from !== node.id) keeper.hearStatus(message.deviceId, message);
        return;
      case 'event':
        if (message.from !== node.id) ports.events.publish(message.event);
        return;
      case 'fired':
        counts.hear(message.fault, message.tally);
        return;
      case 'control':
        controls.hear(message, reg, here);
    }
  };
}

/** What another instance has begun, and this one does. */
async function perform(
  instance: Instance,
  { id, deviceId, operation }: Extract<DirectMessage, { t: 'perform' }>,
): Promise<void> {
  const { node, keeper } = instance;
  if (!node.alive) return;
  const command = { commandId: id, deviceId };
  try {
    const outcome = await keeper.use(deviceId, (device) => device.perform(operation));
    await finishCommand(instance, command, finalOutcome(outcome));
  } catch {
    // Nobody knows how far it got.
    await finishCommand(instance, command, { status: 'timeout' });
  }
}

async function answerTo(
  { keeper, node, controls }: Instance,
  what: PeerQuestion,
  here: Here,
): Promise<unknown> {
  switch (what.kind) {
    case 'refresh':
      return keeper.use(what.deviceId, (device) => device.refresh());
    case 'config':
      return keeper.use(what.deviceId, (device) => device.config());
    case 'control':
      return keeper.use(what.deviceId, () => here.control(what));
    case 'report':
      return here.report(what.what);
    case 'done':
      return controls.done(what.mark);
    case 'flush':
      return keeper.flush();
    case 'faults':
      await node.caughtUp(what.reg);
      return controls.handOver(here);
  }
}

// A simulator as one instance of a cluster: its ports tell the others, and what they tell reaches its parts.

interface MembershipParts extends Pick<Instance, 'clock' | 'settings' | 'fleet' | 'newCommandId'> {
  readonly seat: ClusterSeat;
  /** Of this instance alone. */
  readonly ports: ServicePorts;
  readonly isHeld: IsHeld;
  /** Closes all connections of clients. */
  closeConnections(): void;
}

/** In ms of the machine: a page waits for it. */
const REPORT_WITHIN = 1000;

export type Membership = ReturnType<typeof createMembership>;

export function createMembership(parts: MembershipParts) {
  const { seat, fleet, clock, settings, ports } = parts;
  const { node, keeper, machine, digest, counts } = seat;
  keeper.attach(fleet, parts.isHeld);
  const finals = createFinals();
  const changes = createChangeDesk(node, machine);
  const tokens = createSharedTokens(node, ports.access, clock, settings.accessTokenLifetime, digest);
  const devices = createRemoteDevices(node, keeper, fleet);
  const picture = createPicture(node.scripts, clock, settings);
  const controls = createControls(node, machine);
  let hooks: NodeHooks | undefined;
  const inner = { ...parts, node, keeper, finals, changes, tokens, controls, digest, counts };
  return {
    /** What the instance does otherwise than a service of one process; the innermost of all. */
    edge: {
      ports: (own) => sharedPorts(own, inner, picture.shown),
      devices: (directory) => devices.directory(directory),
      calls: (service) => atOnce(upToDate(service, node)),
      session: (caller, socket, next) => countedSession(node, caller, next(caller, socket)),
    } satisfies Edge,
    /** @param ports as they are used, with decorations. */
    state: (used: ServicePorts): ServiceState => createClusterState({ ...inner, ports: used }),
    configOf: devices.configOf,
    /** A request of the control plane about a device, where the device is. Rejects when that instance is gone. */
    atOwner: (deviceId: string, asked: ControlAsked, here: () => Promise<unknown>): Promise<unknown> =>
      // Whoever asks for one that is not there is told so here.
      fleet.has(deviceId) ? devices.atOwner(deviceId, { kind: 'control', deviceId, ...asked }, here) : here(),
    /** Resolves when what was told has reached the others, as far as Redis knows. */
    told: (): Promise<void> => node.scripts.told(),
    /** Lets all instances do it, in one order; gives the reply of this one. Rejects with `LinkDown`. */
    share: controls.share,
    /** What happens to all instances at one moment. Its methods reject with `LinkDown`. */
    whole: {
      reset: (): Promise<void> => turn(node, { name: 'reset' }, []),
      restore: (snapshot: Snapshot): Promise<void> => {
        const { faults } = snapshot;
        const writes = writesOf(snapshot, clock.now(), settings.commandRetention, digest);
        return turn(node, { name: 'restore', faults }, writes);
      },
      /** Resolves when all that is to be kept of devices is kept, and has been read. */
      devices: async (): Promise<DevicesOfSnapshot> => {
        await Promise.all([keeper.flush(), node.askOthers({ kind: 'flush' })]);
        return readDevices(node.scripts, clock.now());
      },
    },
    picture,
    /** Of this instance; it stays when the instance joins anew. */
    name: nameOf(node.id),
    /** Of all that are members now. */
    names: (): readonly string[] => node.members.map(nameOf),
    /** Asks another instance what it has recorded and counted. Rejects with `LinkDown`. */
    report: (name: string, asked: unknown): Promise<unknown> => {
      const member = node.members.find((id) => nameOf(id) === name);
      if (member === undefined) return Promise.reject(new LinkDown('that instance is gone'));
      return node.ask(member, { kind: 'report', what: asked }, REPORT_WITHIN);
    },
    /** Whether anything has happened to it at any instance, as far as was looked at. */
    isTouched: (deviceId: string): boolean => keeper.isSpecial(deviceId) || picture.isUsed(deviceId),
    /** As all instances know it. */
    statusOf: (deviceId: string): DeviceStatus => keeper.statusOf(deviceId),
    /** The same at each call. */
    hooks: (here: Here): NodeHooks => (hooks ??= createHooks(inner, here)),
  };
}

/** The connection is counted out when it ends. */
function countedSession(node: ClusterNode, { clientId }: WebSocketCaller, session: Session): Session {
  const { id } = node;
  let open = true;
  const end = (): void => {
    session.end();
    if (open && id === node.id) void node.scripts.insist('closed', clientId);
    open = false;
  };
  return { ...session, end };
}

function createHooks(inner: Instance & MembershipParts, here: Here): NodeHooks {
  const { node, keeper, finals, fleet, controls, tokens, counts, closeConnections } = inner;
  const hear = createEar(inner, here);
  /** Devices that act by themselves do so where they belong. */
  const wake = (): void => {
    for (const deviceId of fleet.acting())
      if (node.isMine(deviceId) && !keeper.isReady(deviceId)) keeper.prepare(deviceId).catch(() => undefined);
  };
  return {
    heard: hear,
    loaded: (registry) => takeOver(inner, registry),
    joined: async (reg) => {
      await counts.load().catch(() => undefined);
      await controls.takeOver(reg, here);
    },
    turned: here.turned,
    lost: (why) => {
      if (why === 'lost') {
        closeConnections();
        keeper.forget();
      }
      finals.giveUp();
      controls.lost();
      // That one has been made worthless may not have been heard.
      tokens.forget(undefined);
    },
    moved: async () => {
      await keeper.moved();
      wake();
    },
    leaving: () => keeper.flush(),
  };
}

// Ports that tell the other instances what was done at them: events, disabled clients, tokens and tickets that expired.

/** @param shown what is seen of those parts that Redis has. */
function sharedPorts(
  { access, events, tickets }: ServicePorts,
  { node, keeper, tokens }: Pick<Instance, 'node' | 'keeper' | 'tokens'>,
  shown: PortChanges,
): PortChanges {
  return {
    ...shown,
    access: {
      setDisabled: (clientId, disabled) => {
        const known = access.setDisabled(clientId, disabled);
        const kept = ['disabled', clientId, disabled ? '1' : '0'] as const;
        if (known) node.scripts.tell({ t: 'disabled', from: node.id, clientId, disabled }, kept, true);
        return known;
      },
      expireTokens: (clientId) => {
        access.expireTokens(clientId);
        tokens.forget(clientId);
        const client = clientId ?? '';
        void node.scripts.insist('expire', 'token', client, JSON.stringify({ t: 'expired', client }));
      },
    },
    tickets: {
      ...shown.tickets,
      expireAll: () => {
        tickets.expireAll();
        // Nobody but Redis has them: the others need not be told.
        void node.scripts.insist('expire', 'ticket', '', JSON.stringify({ t: 'noted' }));
      },
    },
    events: {
      publish: (event) => {
        // A device that another instance looks after is silent here.
        if (!keeper.isReady(event.deviceId) || !node.isMine(event.deviceId)) return;
        events.publish(event);
        if (node.members.length > 1) node.scripts.publish({ t: 'event', from: node.id, event });
      },
    },
  };
}

// Lets an instance decide on what all know: an answer that rests on something old is worked out again. A refusal has
// changed nothing, so that asking twice does no harm.

/** What may only seem to be so, as the news has not come yet. */
const DOUBTFUL: ReadonlySet<ErrorCode> = new Set([
  'DEVICE_NOT_FOUND',
  'DEVICE_EXISTS',
  'DEVICE_OFFLINE',
  'PASSWORD_INVALID',
  'COMMAND_NOT_FOUND',
  'INVALID_PARAMETER',
  'APP_DISABLED',
]);

/** An instance that is always behind would never answer. */
const MOST_TRIES = 50;

/** They decide nothing, or at once by what this instance has. */
const AS_IT_IS: ReadonlySet<string> = new Set<keyof ServedService>([
  'admitMessage',
  'giveBack',
  'subscribe',
  'usualProfile',
]);

type Outcome = ServiceResult<unknown>;
type Run = () => unknown;

function upToDate(service: ServedService, node: ClusterNode): ServedService {
  const generation = node.generationName;
  const served: Record<string, unknown> = { ...service };
  for (const [method, decide] of Object.entries(service)) {
    if (AS_IT_IS.has(method)) continue;
    const inner = decide as (...given: never[]) => unknown;
    served[method] = (...given: never[]): unknown => {
      const run: Run = () => {
        // A request from before a reset must not be carried out after it.
        if (node.generationName !== generation) throw new LinkDown('the cluster has been reset');
        return inner(...given);
      };
      const first = tried(run);
      return first && isSure(first) ? first : again(run, first, node);
    };
  }
  return served as unknown as ServedService;
}

/** What is there at once stays so; a promise is another matter. */
function isSure(outcome: Outcome | Promise<Outcome>): outcome is Outcome {
  return !(outcome instanceof Promise) && (outcome.ok || !DOUBTFUL.has(outcome.refusal.code));
}

async function again(
  run: Run,
  first: Outcome | Promise<Outcome> | undefined,
  node: ClusterNode,
): Promise<Outcome> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const outcome = await inTime(tries === 0 && first ? () => first : run);
      if (outcome && (isSure(outcome) || !(await node.scripts.fence()))) return outcome;
    }
  } catch (error) {
    if (!(error instanceof LinkDown)) throw error;
  }
  return UNKEPT;
}

/** Undefined where it has to be done again. */
async function inTime(run: Run): Promise<Outcome | undefined> {
  try {
    return (await run()) as Outcome;
  } catch (error) {
    if (error instanceof Behind) return undefined;
    throw error;
  }
}

/** Undefined where it could not be done at once for want of the store. */
function tried(run: Run): Outcome | Promise<Outcome> | undefined {
  try {
    return run() as Outcome | Promise<Outcome>;
  } catch (error) {
    if (error instanceof Behind || error instanceof LinkDown) return undefined;
    throw error;
  }
}
