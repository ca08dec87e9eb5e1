// The API clients of a fleet as the access control knows them.
import { nameMatcher } from '../pattern/glob.js';
import type { ClientSpec } from './fleet/fleet-spec.js';
import type { ApiClient, ClientRegistry } from './service/access.js';
import type { SecretsEqual } from './transport/secrets.js';

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
