// A simulator as one instance of a cluster: its ports tell the others, and what they tell reaches its parts.
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { Clock } from '../../kernel/clock.js';
import type { Fleet } from '../fleet/fleet.js';
import { finalOutcome } from '../service/operating.js';
import type { ServicePorts } from '../service/ports.js';
import type { ServiceState } from '../service/service-state.js';
import type { ServiceSettings } from '../service/settings.js';
import type { SessionFactory } from '../transport/websocket/session.js';
import type { IsHeld } from '../state/state-store.js';
import { type ChangeDesk, createChangeDesk } from './change-desk.js';
import { createClusterState, finishCommand } from './cluster-state.js';
import { finalFrom } from './command-fields.js';
import { createFinals, type Finals } from './finals.js';
import type { Heard, Hooks, Registry } from './hooks.js';
import type { Asked, ControlAsked, DirectMessage } from './messages.js';
import { createRemoteDevices, type RemoteDevices } from './remote-devices.js';
import type { ClusterSeat } from './seat.js';
import { sharePorts } from './share-ports.js';
import { createTokens, type Tokens } from './tokens.js';

export interface MembershipParts {
  readonly seat: ClusterSeat;
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  /** Of this instance alone. */
  readonly ports: ServicePorts;
  readonly isHeld: IsHeld;
  newCommandId(): string;
  /** Closes all connections of clients. */
  closeConnections(): void;
}

export interface Membership {
  readonly ports: ServicePorts;
  /** @param ports as they are used, with decorations. */
  state(ports: ServicePorts): ServiceState;
  readonly devices: RemoteDevices;
  /** A request of the control plane about a device, where the device is. Rejects when that instance is gone. */
  atOwner(deviceId: string, asked: ControlAsked, here: () => Promise<unknown>): Promise<unknown>;
  /** Lets all other instances do it, too. */
  tellControl(asked: ControlAsked): void;
  /** Counts connections out when they end. */
  sessions(next: SessionFactory): SessionFactory;
  /** @param control answers a request of the control plane here. */
  hooks(control: (asked: ControlAsked) => Promise<unknown>): Hooks;
}

export function createMembership(parts: MembershipParts): Membership {
  const { seat, fleet, clock, settings, ports } = parts;
  const { node, keeper, machine, digest } = seat;
  keeper.attach(fleet, parts.isHeld);
  const finals = createFinals();
  const changes = createChangeDesk(node, machine);
  const tokens = createTokens(node, ports.access, clock, settings.accessTokenLifetime, digest);
  const devices = createRemoteDevices(node, keeper, fleet);
  const inner = { ...parts, node, keeper, finals, changes, tokens, digest };
  return {
    ports: sharePorts(ports, node, keeper, tokens),
    state: (used) => createClusterState({ ...inner, ports: used }),
    devices,
    atOwner: (deviceId, asked, here) =>
      // Whoever asks for one that is not there is told so here.
      fleet.has(deviceId) ? devices.atOwner(deviceId, { kind: 'control', deviceId, ...asked }, here) : here(),
    tellControl: (asked) => node.tell({ t: 'control', from: node.id, asked }, ['', '', ''], false),
    sessions: (next) => (caller, socket) => {
      const session = next(caller, socket);
      const { id } = node;
      let open = true;
      const end = (): void => {
        session.end();
        if (open && id === node.id) void node.insist('closed', caller.clientId);
        open = false;
      };
      return { ...session, end };
    },
    hooks: (control) => createHooks(inner, control),
  };
}

type Inner = MembershipParts & {
  readonly node: ClusterSeat['node'];
  readonly keeper: ClusterSeat['keeper'];
  readonly finals: Finals;
  readonly changes: ChangeDesk;
  readonly tokens: Tokens;
};

function createHooks(inner: Inner, control: (asked: ControlAsked) => Promise<unknown>): Hooks {
  const { node, keeper, finals, fleet, closeConnections } = inner;
  const hear = createEar(inner, control);
  /** Devices that act by themselves do so where they belong. */
  const wake = (): void => {
    for (const deviceId of fleet.acting())
      if (node.isMine(deviceId) && !keeper.isReady(deviceId)) keeper.prepare(deviceId).catch(() => undefined);
  };
  return {
    heard: hear,
    loaded: (registry) => takeOver(inner, registry),
    lost: () => {
      closeConnections();
      keeper.forget();
      finals.giveUp();
    },
    moved: async () => {
      await keeper.moved();
      wake();
    },
    leaving: () => keeper.flush(),
  };
}

function createEar(
  inner: Inner,
  control: (asked: ControlAsked) => Promise<unknown>,
): (message: Heard) => void {
  const { node, keeper, finals, changes, ports, tokens } = inner;
  const answer = async ({ from, call, what }: Extract<Heard, { t: 'ask' }>): Promise<void> => {
    let reply: DirectMessage;
    try {
      reply = { t: 'answer', call, ok: true, value: await answerTo(inner, what, control) };
    } catch {
      reply = { t: 'answer', call, ok: false };
    }
    await node.callAnyway('send', from, JSON.stringify(reply)).catch(() => undefined);
  };
  return (message) => {
    switch (message.t) {
      case 'perform':
        void perform(inner, message);
        return;
      case 'final':
        finals.settle(message.id, (pending) => finalFrom(pending, message.st, message.at, message.res));
        return;
      case 'withdrawn':
        finals.settle(message.id, () => undefined);
        return;
      case 'ask':
        void answer(message);
        return;
      case 'added':
      case 'removed':
      case 'password':
        if (message.t === 'removed') keeper.discard(message.deviceId);
        if (!changes.make(message)) change(inner, message);
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
      case 'control':
        if (message.from !== node.id) void control(message.asked);
    }
  };
}

/** What another instance has begun, and this one does. */
async function perform(
  inner: Inner,
  { id, deviceId, operation }: Extract<DirectMessage, { t: 'perform' }>,
): Promise<void> {
  const { node, keeper } = inner;
  if (!node.alive) return;
  const command = { commandId: id, deviceId };
  try {
    const outcome = await keeper.use(deviceId, (device) => device.perform(operation));
    await finishCommand(inner, command, finalOutcome(outcome));
  } catch {
    // Nobody knows how far it got.
    await finishCommand(inner, command, { status: 'timeout' });
  }
}

function answerTo(
  { keeper }: Inner,
  what: Asked,
  control: (asked: ControlAsked) => Promise<unknown>,
): Promise<unknown> {
  switch (what.kind) {
    case 'refresh':
      return keeper.use(what.deviceId, (device) => device.refresh());
    case 'config':
      return keeper.use(what.deviceId, (device) => device.config());
    case 'control':
      return keeper.use(what.deviceId, () => control(what));
  }
}

function change(
  { fleet, ports: { access } }: Inner,
  message: Extract<Heard, { t: 'added' | 'removed' | 'password' }>,
): void {
  switch (message.t) {
    case 'added':
      fleet.add(message.addition);
      access.look(message.client)?.allow(message.addition.deviceId);
      return;
    case 'removed':
      fleet.remove(message.deviceId);
      access.forgetDevice(message.deviceId);
      return;
    case 'password':
      fleet.setPassword(message.deviceId, message.password);
  }
}

/** Makes of the fleet file, or of what was known before, what the cluster has. */
function takeOver({ fleet, keeper, ports: { access } }: Inner, registry: Registry): void {
  const added = registry.added.map(
    (text) => JSON.parse(text) as { readonly addition: DeviceAddition; readonly client: string },
  );
  const wanted = new Set(added.map(({ addition }) => addition.deviceId));
  for (const { deviceId } of fleet.changes().added) if (!wanted.has(deviceId)) fleet.remove(deviceId);
  for (const deviceId of registry.removed)
    if (fleet.has(deviceId) && !wanted.has(deviceId)) fleet.remove(deviceId);
  const here = new Set(fleet.changes().added.map(({ deviceId }) => deviceId));
  for (const { addition, client } of added) {
    // One of the file that was removed, and added anew since.
    if (!here.has(addition.deviceId)) fleet.remove(addition.deviceId);
    fleet.add(addition);
    access.look(client)?.allow(addition.deviceId);
  }
  for (const [deviceId, password] of registry.passwords) fleet.setPassword(deviceId, password);
  for (const [deviceId, status] of registry.status)
    keeper.hearStatus(deviceId, { online: status.startsWith('1'), powered: status.endsWith('1') });
  for (const [clientId, disabled] of registry.disabled) access.setDisabled(clientId, disabled === '1');
}
