// The API clients and the devices of a fleet as the service knows them.
import { nameMatcher } from '../pattern/glob.js';
import type { ClientSpec } from './fleet/fleet-spec.js';
import type { ApiClient, ClientRegistry } from './service/access.js';
import type { SecretsEqual } from './transport/secrets.js';
import type { Fleet } from './fleet/fleet.js';
import type { DeviceDirectory } from './service/service.js';

type RegisteredClient = ApiClient & {
  readonly secret: string;
  readonly disabledAtStart: boolean;
  forget(deviceId: string): void;
};

/** Compared with when the client is unknown, so that an unknown client takes as long as a wrong secret. */
const NO_SECRET = 'no client has this secret';

export function createClientRegistry(
  clients: readonly ClientSpec[],
  secretsEqual: SecretsEqual,
): ClientRegistry {
  const byId = new Map(clients.map((spec): [string, RegisteredClient] => [spec.clientId, register(spec)]));
  return {
    find: (clientId) => byId.get(clientId),
    forgetDevice: (deviceId) => {
      for (const client of byId.values()) client.forget(deviceId);
    },
    secretMatches: (clientId, secret) => {
      const client = byId.get(clientId);
      return secretsEqual(secret, client?.secret ?? NO_SECRET) && client !== undefined;
    },
  };
}

function register(spec: ClientSpec): RegisteredClient {
  const added = new Set<string>();
  const declared = visibility(spec.devices);
  return {
    clientId: spec.clientId,
    scopes: spec.scopes,
    secret: spec.secret,
    disabledAtStart: spec.disabled,
    sees: (deviceId) => declared(deviceId) || added.has(deviceId),
    allow: (deviceId) => void added.add(deviceId),
    forget: (deviceId) => void added.delete(deviceId),
  };
}

/** `all`, or device ids in which `*` stands for any text. */
function visibility(devices: ClientSpec['devices']): (deviceId: string) => boolean {
  if (devices === 'all') return () => true;
  return nameMatcher(devices);
}

// The devices of a fleet as the service knows them.

export function createDeviceDirectory(fleet: Fleet, secretsEqual: SecretsEqual): DeviceDirectory {
  return {
    profiles: fleet.profiles,
    list: (after) => fleet.listWithStatus(after),
    edition: () => fleet.edition(),
    get addedCount() {
      return fleet.addedCount;
    },
    has: (deviceId) => fleet.has(deviceId),
    find: (deviceId) => fleet.get(deviceId),
    describe: (deviceId) => fleet.describe(deviceId),
    add: (addition) => fleet.add(addition) === 'added',
    remove: (deviceId) => void fleet.remove(deviceId),
    passwordMatches: (deviceId, password) => secretsEqual(password, fleet.passwordOf(deviceId) ?? ''),
    setPassword: (deviceId, password) => void fleet.setPassword(deviceId, password),
    listen: (listener) => fleet.listen(listener),
  };
}
