// A simulator as one instance of a cluster: its ports tell the others, and what they tell reaches its parts.
import type { Clock } from '../../kernel/clock.js';
import type { Fleet } from '../fleet/fleet.js';
import type { ServicePorts } from '../service/ports.js';
import type { ServiceState } from '../service/service-state.js';
import type { ServiceSettings } from '../service/settings.js';
import type { SessionFactory } from '../transport/websocket/session.js';
import type { IsHeld } from '../state/state-store.js';
import { createChangeDesk } from './change-desk.js';
import { createClusterState } from './cluster-state.js';
import { createFinals } from './finals.js';
import { type ControlHere, createEar, type Instance } from './hear.js';
import type { Hooks } from './hooks.js';
import type { ControlAsked } from './messages.js';
import { createRemoteDevices, type RemoteDevices } from './remote-devices.js';
import type { ClusterSeat } from './seat.js';
import { sharePorts } from './share-ports.js';
import { takeOver } from './registry.js';
import { createTokens } from './tokens.js';

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
  /** Resolves when what was told has reached the others, as far as Redis knows. */
  told(): Promise<void>;
  /** Counts connections out when they end. */
  sessions(next: SessionFactory): SessionFactory;
  /** @param control answers a request of the control plane here. */
  hooks(control: ControlHere): Hooks;
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
    told: () => node.told(),
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

function createHooks(inner: Instance & MembershipParts, control: ControlHere): Hooks {
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
