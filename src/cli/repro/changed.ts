// What a script changes, and what puts it back.
import { pathOf } from '../../contract/endpoints.js';
import type { Operation, RelayAction } from '../../contract/operations.js';
import type { Scope } from '../../contract/scopes.js';
import { type Dialect, encodeOperationRequest } from '../../dialect/dialect.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { CheckResult } from '../../harness/verdict/verdict.js';
import { isObject } from '../../kernel/json.js';
import type { TraceRecord } from '../../trace/record.js';
import { switchedByActs } from './acts.js';
import type { ReproPlan, ReproRequest } from './plan.js';

interface Changing {
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly check: CheckResult;
}

/** Each relay that the witness may switch, by a request or by an act, to the state that it was first read in; off where that is not known. */
export function restoringRelays(
  records: readonly TraceRecord[],
  { check, dialect, profile }: Changing,
): ReproRequest[] {
  const found = new Map<string, ReproRequest>();
  const put = (deviceId: string, indexes: readonly number[], usual = ''): void => {
    const client = holderOf(profile, deviceId, 'device:control') ?? usual;
    for (const index of indexes) {
      const action: RelayAction = wasOn(check.trace, deviceId, index) ? 'on' : 'off';
      const operation: Operation = { name: 'device.relay.set', params: { relays: [{ index, action }] } };
      found.set(`${deviceId} ${index}`, {
        at: 0,
        after: [],
        facts: { what: 'relays.set', channel: 'rest', deviceId, exchange: 0, client },
        method: 'POST',
        path: pathOf('relays.set', { deviceId }),
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: encodeOperationRequest(dialect, 'relays.set', operation).body,
        identity: 'own',
        carried: {},
      });
    }
  };
  for (const record of records)
    if (
      record.kind === 'request' &&
      record.operation?.name === 'device.relay.set' &&
      record.deviceId !== undefined
    )
      put(
        record.deviceId,
        record.operation.params.relays.map(({ index }) => index),
        record.client,
      );
  for (const { deviceId, relays } of Object.values(profile.devices))
    if (switchedByActs(records).has(deviceId)) put(deviceId, relays);
  return [...found.values()];
}

/** What is read before it is changed. */
export function changedBesides(
  records: readonly TraceRecord[],
  { profile, dialect }: Changing,
): Pick<ReproPlan, 'settings' | 'managed'> {
  const asked = records.filter((record) => record.kind === 'request');
  const set = asked.filter(({ operation }) => /jogConfig|baudRate/.test(operation?.name ?? ''));
  const devices = [...new Set(set.flatMap(({ deviceId }) => deviceId ?? []))];
  const settings = devices.flatMap((deviceId) => {
    const client = holderOf(profile, deviceId, 'device:config');
    return client === undefined ? [] : [{ deviceId, client }];
  });
  const { management } = profile;
  const client = holderOf(profile, undefined, 'device:manage');
  const isManaged = asked.some(({ what }) => what === 'devices.add' || what === 'devices.remove');
  if (!isManaged || !management || client === undefined) return { settings };
  const { deviceId, name, profileId, passwordEnv = 'CONFORM_DEVICE_PASSWORD' } = management;
  const body = dialect.shapes.deviceAddition.encode({
    deviceId,
    ...(name !== undefined && { name }),
    profileId,
    password: '<password>',
  });
  return { settings, managed: { deviceId, client, body, passwordEnv } };
}

/** A client with the permission for the device: who has sent the command may not have been allowed to. */
function holderOf(
  { clients, devices }: Profile,
  deviceId: string | undefined,
  scope: Scope,
): string | undefined {
  return Object.entries(clients).find(([, { scopes, devices: own }]) => {
    const mayUse = own === undefined || own.some((name) => devices[name]?.deviceId === deviceId);
    return scopes.includes(scope) && mayUse;
  })?.[0];
}

function wasOn(trace: readonly TraceRecord[], deviceId: string, index: number): boolean {
  for (const record of trace) {
    if (
      record.kind === 'request' &&
      record.deviceId === deviceId &&
      record.operation?.name === 'device.relay.set'
    )
      return false;
    const state = record.kind === 'reply' && isObject(record.data) ? record.data['peripherals'] : undefined;
    const asked =
      record.kind === 'reply'
        ? trace.find((each) => each.kind === 'request' && each.exchange === record.exchange)
        : undefined;
    if (!isObject(state) || asked?.kind !== 'request' || asked.deviceId !== deviceId) continue;
    const relays = Array.isArray(state['relays']) ? (state['relays'] as readonly unknown[]) : [];
    return relays.some((relay) => isObject(relay) && relay['index'] === index && relay['on'] === true);
  }
  return false;
}
