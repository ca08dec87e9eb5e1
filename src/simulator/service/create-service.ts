// Puts the service together from its ports and its devices.
import type { ServiceParts, Caller, ServedService, Service, DeviceDirectory } from './service.js';
import { ENDPOINTS } from '../../contract/endpoints.js';
import type { EventTopic } from '../../contract/topics.js';
import type { Scope } from '../../contract/scopes.js';
import { createOperating, createReading, NO_DEVICE } from './operating.js';
import { rateLimited, refuse, type ServiceResult, success, UNKEPT, usedUp } from './outcome.js';
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { DeviceEvent } from '../device/device.js';
import type { EventBus, ServiceEvent } from './ports.js';
import { type IdentifierForm, newIdentifier } from '../../dialect/dialect.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import type { FleetChange } from './service-state.js';

export function createService(parts: ServiceParts): ServedService {
  const { state } = parts;
  const { access, events } = parts.ports;
  publishDeviceEvents(parts.devices, events, parts.clock, parts.random, parts.eventIds);

  const spend: ServedService['spend'] = (caller, quotaClass) =>
    andThen(state.spend(caller.clientId, quotaClass), (wait) =>
      wait === undefined ? success(undefined) : usedUp(wait),
    );
  const permit = (caller: Caller, scope: Scope | undefined): ServiceResult<Caller> => {
    const denial = scope && access.deny(caller, scope);
    return denial ? { ok: false, refusal: denial } : success(caller);
  };

  return {
    issueToken: (credentials) => state.issueToken(credentials),
    admit: (endpoint, accessToken) =>
      andThen(state.authenticate(accessToken), (caller) => {
        if (!caller.ok) return caller;
        const needed = ENDPOINTS[endpoint].access;
        return permit(
          caller.value,
          needed === 'none' || needed === 'token' || needed === 'ticket' ? undefined : needed,
        );
      }),
    admitMessage: (clientId, scope) => {
      const caller = access.stillEnabled(clientId);
      return caller.ok ? permit(caller.value, scope) : caller;
    },
    ...createReading(parts, spend),
    ...createOperating(parts),
    ...createManagement(parts),
    issueTicket: (caller) => state.issueTicket(caller.clientId),
    openConnection: (ticket) => openConnection(parts, ticket),
    spend,
    giveBack: (caller, quotaClass) => state.giveBack(caller.clientId, quotaClass),
    subscribe: (clientId, deliver) =>
      events.subscribe({
        mayHear: (deviceId) => {
          const caller = access.stillEnabled(clientId);
          return caller.ok && caller.value.sees(deviceId);
        },
        deliver,
      }),
  };
}

function openConnection(
  { state, connectionsOf, settings }: ServiceParts,
  ticket: string | undefined,
): ReturnType<ServedService['openConnection']> {
  const isFull = (clientId: string): boolean => connectionsOf(clientId) >= settings.maxConnectionsPerClient;
  return andThen(state.openConnection(ticket, isFull), (opened) => {
    switch (opened.kind) {
      case 'limited':
        return rateLimited(opened.wait, 'This API client has opened too many connections.');
      case 'too-many':
        return rateLimited(1000, 'Too many connections of this API client are open.');
      case 'invalid':
        return refuse('TICKET_INVALID', 'The ticket is unknown, used or expired.');
      case 'opened':
        return opened.client;
    }
  });
}

// Turns what happens at the devices into events of the service.

function publishDeviceEvents(
  devices: DeviceDirectory,
  bus: EventBus,
  clock: Clock,
  random: RandomStream,
  form?: IdentifierForm,
): void {
  devices.listen((deviceId, { kind, ...content }) => {
    const eventId = newIdentifier('evt', random, form);
    const stamp = { eventId, occurredAt: Math.round(clock.now()), deviceId };
    bus.publish({ ...stamp, topic: TOPICS[kind], ...content } as ServiceEvent);
  });
}

const TOPICS = {
  online: 'device.connection.online',
  offline: 'device.connection.offline',
  'power-lost': 'device.power.lost',
  'power-restored': 'device.power.restored',
  'state-changed': 'device.state.changed',
  'rs485-received': 'device.rs485.received',
} as const satisfies Readonly<Record<DeviceEvent['kind'], EventTopic>>;

const NO_PROFILE = refuse('INVALID_PARAMETER', 'There is no such device profile.');

// Adds and removes devices, and changes their passwords (interface: endpoints 12 to 14). Budget, lane and commands
// belong to the identifier, not to the device behind it: removing and adding a device again resets none of them.

type Management = Pick<Service, 'usualProfile' | 'addDevice' | 'removeDevice' | 'changePassword'>;

export function createManagement({ devices, ports, state }: ServiceParts): Management {
  const { access } = ports;
  /** Counts one of the client's changes, and makes it. */
  const change = <T>(
    { clientId }: Caller,
    what: FleetChange,
    make: () => ServiceResult<T>,
  ): MaybePromise<ServiceResult<T>> =>
    andThen(state.change(clientId, what, make), (changed) => {
      if (changed.kind === 'limited') return usedUp(changed.wait);
      return changed.kind === 'unkept' ? UNKEPT : changed.value;
    });

  return {
    usualProfile: devices.profiles[0]?.profileId ?? '',
    addDevice: (caller, addition) => {
      if (devices.has(addition.deviceId)) return refuse('DEVICE_EXISTS', 'The device identifier is taken.');
      if (!devices.profiles.some(({ profileId }) => profileId === addition.profileId)) return NO_PROFILE;
      if (devices.addedCount >= MEMORY_LIMITS.maxAddedDevices) return tooManyAdded();
      return change(caller, { kind: 'added', addition }, () => {
        if (!devices.add(addition)) return NO_PROFILE;
        caller.allow(addition.deviceId);
        const added = devices.describe(addition.deviceId);
        return added ? success(added) : NO_DEVICE;
      });
    },
    removeDevice: (caller, deviceId) => {
      if (!caller.sees(deviceId) || !devices.has(deviceId)) return NO_DEVICE;
      return change(caller, { kind: 'removed', deviceId }, () => {
        devices.remove(deviceId);
        access.forgetDevice(deviceId);
        return success(undefined);
      });
    },
    changePassword: (caller, deviceId, { currentPassword, newPassword }) => {
      if (!caller.sees(deviceId) || !devices.has(deviceId)) return NO_DEVICE;
      if (currentPassword !== undefined && !devices.passwordMatches(deviceId, currentPassword)) {
        return refuse('PASSWORD_INVALID', 'The current password is wrong.');
      }
      return change(caller, { kind: 'password', deviceId, password: newPassword }, () => {
        devices.setPassword(deviceId, newPassword);
        return success(undefined);
      });
    },
  };
}

function tooManyAdded(): ServiceResult<never> {
  const most = MEMORY_LIMITS.maxAddedDevices;
  return refuse('INVALID_PARAMETER', `At most ${most} devices can be added; remove one first.`);
}
