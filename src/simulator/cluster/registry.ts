// What all instances hold in memory of fleet and clients, with the tokens that they have met: what was changed before this
// one joined, and what is changed since, in the one order that Redis gives.
import type { Clock } from '../../kernel/clock.js';
import type { ChangeOutcome, FleetChange } from '../service/service-state.js';
import type { FleetMessage, Registry } from './messages.js';
import type { ClusterNode } from './node.js';
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { Fleet } from '../fleet/fleet.js';
import type { ServicePorts } from '../service/ports.js';
import type { DeviceKeeper } from './keeper.js';
import type { AccessToken, Credentials } from '../../contract/schemas/access.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import type { Access, ApiClient } from '../service/access.js';
import { rateLimited, refuse, type ServiceResult } from '../service/outcome.js';

// Changes of the fleet: Redis counts and orders them, and every instance makes them in that order.

/** In ms of the machine, for a message that Redis has sent already. */
const MESSAGE_WITHIN = 2000;

export type ChangeDesk = ReturnType<typeof createChangeDesk>;

export function createChangeDesk(node: ClusterNode, machine: Clock) {
  const asked = new Map<number, () => void>();
  let calls = 0;
  return {
    change: async <T>(
      clientId: string,
      what: FleetChange,
      make: () => T,
      quota: readonly [number, number, number],
    ): Promise<ChangeOutcome<T>> => {
      const call = ++calls;
      const made = new Promise<ChangeOutcome<T>>((resolve) => {
        const timer = machine.setTimer('change', MESSAGE_WITHIN + 2000, () => resolve({ kind: 'unkept' }));
        asked.set(call, () => {
          timer.cancel();
          resolve({ kind: 'changed', value: make() });
        });
      });
      try {
        const { kind: t, ...rest } = what;
        const message = JSON.stringify({ t, from: node.id, call, client: clientId, ...rest });
        const kept = written(clientId, what);
        const [answer, wait] = await node.scripts.call('change', clientId, ...quota, t, ...kept, message);
        if (answer === 'limited') return { kind: 'limited', wait: Number(wait) };
        return await made;
      } finally {
        asked.delete(call);
      }
    },
    /** Makes what this instance has asked for; false for a change of another one. */
    make: ({ from, call }: FleetMessage): boolean => {
      const make = from === node.id ? asked.get(call) : undefined;
      make?.();
      return make !== undefined;
    },
  };
}

/** The device that changes, and what is kept of it. */
function written(client: string, what: FleetChange): [deviceId: string, payload: string] {
  if (what.kind === 'added')
    return [what.addition.deviceId, JSON.stringify({ addition: what.addition, client })];
  return [what.deviceId, what.kind === 'password' ? what.password : ''];
}

// What all instances hold in memory of fleet and clients: what was changed before this one joined, and what is changed since.

/** A device that was added, by a client, or in a snapshot with all clients that see it. */
interface AddedRecord {
  readonly addition: DeviceAddition;
  readonly client: string;
  readonly clients?: readonly string[];
}

interface Holder {
  readonly fleet: Fleet;
  readonly ports: Pick<ServicePorts, 'access'>;
}

/** A change of the fleet that another instance was asked for. */
export function changeFleet({ fleet, ports: { access } }: Holder, message: FleetMessage): void {
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
export function takeOver(
  { fleet, keeper, ports: { access } }: Holder & { readonly keeper: DeviceKeeper },
  registry: Registry,
): void {
  const added = registry.added.map((text) => JSON.parse(text) as AddedRecord);
  const wanted = new Set(added.map(({ addition }) => addition.deviceId));
  for (const { deviceId } of fleet.changes().added) if (!wanted.has(deviceId)) fleet.remove(deviceId);
  for (const deviceId of registry.removed)
    if (fleet.has(deviceId) && !wanted.has(deviceId)) fleet.remove(deviceId);
  const here = new Set(fleet.changes().added.map(({ deviceId }) => deviceId));
  for (const { addition, client, clients } of added) {
    // One of the file that was removed, and added anew since.
    if (!here.has(addition.deviceId)) fleet.remove(addition.deviceId);
    fleet.add(addition);
    for (const each of clients ?? [client]) access.look(each)?.allow(addition.deviceId);
  }
  for (const [deviceId, password] of registry.passwords) fleet.setPassword(deviceId, password);
  for (const [deviceId, status] of registry.status)
    keeper.hearStatus(deviceId, { online: status.startsWith('1'), powered: status.endsWith('1') });
  for (const [clientId, disabled] of registry.disabled) access.setDisabled(clientId, disabled === '1');
}

// Access tokens of a cluster: only their digests are in Redis, and each instance remembers those that it has met.

interface Met {
  readonly clientId: string;
  readonly expiresAt: number;
}

/** Tokens that are remembered, at most; the others are looked up again. */
const MOST_MET = 100_000;

export type SharedTokens = ReturnType<typeof createSharedTokens>;

export function createSharedTokens(
  node: ClusterNode,
  access: Access,
  clock: Clock,
  lifetime: number,
  digest: (secret: string) => string,
) {
  const met = new Map<string, Met>();
  const remember = (token: string, entry: Met): void => {
    if (met.size >= MOST_MET) met.clear();
    met.set(token, entry);
  };
  const clientOf = (token: string, { clientId, expiresAt }: Met): ServiceResult<ApiClient> => {
    if (expiresAt > clock.now()) return access.stillEnabled(clientId);
    met.delete(token);
    return refuse('AUTH_INVALID', 'The access token has expired.');
  };
  const lookUp = async (token: string): Promise<ServiceResult<ApiClient>> => {
    const asked = JSON.stringify([['GET', `token:${digest(token)}`]]);
    const [, [found]] = (await node.scripts.call('look', asked)) as [string, unknown[]];
    if (typeof found !== 'string') return refuse('AUTH_INVALID', 'The access token is unknown.');
    const at = found.indexOf('|');
    const entry = { clientId: found.slice(at + 1), expiresAt: Number(found.slice(0, at)) };
    remember(token, entry);
    return clientOf(token, entry);
  };

  return {
    issue: async (
      credentials: Credentials,
      quota: readonly [limit: number, window: number, now: number],
    ): Promise<ServiceResult<AccessToken>> => {
      const issued = access.issueToken(credentials);
      const { clientId } = credentials;
      const token = issued.ok ? issued.value.accessToken : '';
      const [kind, wait] = await node.scripts.call(
        'issueToken',
        ...[clientId, ...quota, issued.ok ? 1 : 0, digest(token), lifetime, MEMORY_LIMITS.maxTokensPerClient],
      );
      if (kind === 'limited') return rateLimited(Number(wait), 'Too many access tokens were asked for.');
      if (kind === 'full') return rateLimited(Number(wait), 'This API client has too many access tokens.');
      if (issued.ok) remember(token, { clientId, expiresAt: quota[2] + lifetime });
      return issued;
    },
    /** At once where the token has been met before. */
    authenticate: (token: string | undefined): MaybePromise<ServiceResult<ApiClient>> => {
      if (token === undefined)
        return refuse('AUTH_INVALID', 'An access token is needed: Authorization: Bearer <token>.');
      const entry = met.get(token);
      return entry ? clientOf(token, entry) : lookUp(token);
    },
    /** Those of the client, or all, are worthless. */
    forget: (clientId: string | undefined): void => {
      for (const [token, entry] of met)
        if (clientId === undefined || entry.clientId === clientId) met.delete(token);
    },
  };
}
