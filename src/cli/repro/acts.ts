// Acts on devices and clients from outside of the interface, as HTTP calls that a script can send again, and what undoes
// them. What a profile does by a command, by a wire or by hand is none of these.
import { requestOfExchange } from '../../trace/trace.js';
import type { Profile } from '../../harness/profile/profile.js';
import {
  type Act,
  ACT_NAMES,
  type ActName,
  factsOf,
  STIMULUS_CATALOGUE,
  STIMULUS_NAMES,
} from '../../harness/profile/stimuli/catalogue.js';
import { controlCallOf } from '../../harness/stimuli/drivers/control.js';
import { type HttpCall, httpCallOf } from '../../harness/stimuli/drivers/http.js';
import { actAsFound, TAKES_AWAY } from '../../harness/stimuli/create-stimuli.js';
import { readShape } from '../../contract/read-shape.js';
import { isObject } from '../../kernel/json.js';
import type { StimulusRecord, TraceRecord } from '../../trace/record.js';
import { filledCall, type ReproAct, type ReproPlan, type ReproRequest } from './plan.js';
import { pathOf } from '../../contract/endpoints.js';
import type { Operation, RelayAction } from '../../contract/operations.js';
import type { Scope } from '../../contract/scopes.js';
import { type Dialect, encodeOperationRequest } from '../../dialect/dialect.js';
import type { CheckResult } from '../../harness/verdict/verdict.js';

const CONTROL_URL = 'CONFORM_CONTROL_URL';
const CONTROL_TOKEN = 'CONFORM_CONTROL_TOKEN';

/** The act of a record as a script does it; why it cannot, in words. */
export function actOf(record: StimulusRecord, profile: Profile): ReproAct | string {
  const { name, deviceId, parameters } = record;
  const act = readAct(record, profile);
  const call = act && callOf(act, profile);
  if (!call) return `it needs an act on a device or a client that a script cannot do: ${name}`;
  const told = { kind: 'stimulus' as const, name, outcome: 'applied' as const };
  return {
    record: {
      ...told,
      ...(deviceId !== undefined && { deviceId }),
      ...(isObject(parameters) && { parameters }),
    },
    call: withVariables(call, profile),
  };
}

function readAct({ name, deviceId, parameters }: StimulusRecord, profile: Profile): Act | undefined {
  const kind = ACT_NAMES.find((each) => each === name);
  if (kind === undefined) return undefined;
  const { client, ...others } = isObject(parameters) ? parameters : {};
  const [device] = Object.entries(profile.devices).find(([, each]) => each.deviceId === deviceId) ?? [];
  const { clientId } = profile.clients[String(client)] ?? {};
  if (factsOf(kind).on === 'client')
    return clientId === undefined ? undefined : { name: kind, client: { name: String(client), clientId } };
  return deviceId === undefined
    ? undefined
    : { name: kind, ...others, device: { name: device ?? deviceId, deviceId } };
}

function callOf(act: Act, { stimuli }: Profile): HttpCall | undefined {
  const how = stimuli?.drivers[act.name]?.how;
  if (how) return how.kind === 'http' ? httpCallOf(how, act) : undefined;
  return stimuli?.control && controlCallOf({ url: `\${${CONTROL_URL}}`, token: stimuli.control.token }, act);
}

/** Secrets as `${NAME}`: they come from the environment of the script. */
function withVariables(call: HttpCall, profile: Profile): HttpCall {
  const secrets = Object.entries(secretsOf(profile));
  return filledCall(call, (text) =>
    secrets.reduce((all, [name, value]) => all.replaceAll(value, `\${${name}}`), text),
  );
}

/** The secrets of the profile's acts, by the environment variables that hold them. */
function secretsOf({ stimuli }: Profile): Readonly<Record<string, string>> {
  const { token = '' } = stimuli?.control ?? {};
  const named = (stimuli?.secrets ?? [])
    .map(({ value, alias }) => [alias.slice(1, -1), value] as const)
    .filter(([name]) => /^\w+$/.test(name));
  const isNamed = token === '' || named.some(([, value]) => value === token);
  return Object.fromEntries([...named, ...(isNamed ? [] : [[CONTROL_TOKEN, token] as const])]);
}

/** What the environment of a script has to hold for these acts. */
export function actEnvironment({ acts: { variables } }: ReproPlan, profile: Profile): Record<string, string> {
  const known = {
    ...secretsOf(profile),
    ...(profile.stimuli?.control && { [CONTROL_URL]: profile.stimuli.control.url }),
  };
  return Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(variables, name)));
}

/** What undoes the acts among the records; undefined where nobody knows how something was before. */
export function undoingActs(
  records: readonly TraceRecord[],
  trace: readonly TraceRecord[],
  profile: Profile,
): ReproPlan['acts'] | undefined {
  const pending = new Map<string, StimulusRecord>();
  const done = stimuliIn(records);
  for (const record of done) {
    const { undoneBy } = factsOfNamed(record.name) ?? {};
    const subject = subjectOf(record);
    if (undoneBy === undefined) pending.delete(subject);
    if (undoneBy === undefined || pending.has(subject)) continue;
    const before =
      undoneBy === record.name ? asBefore(record, trace, profile) : { ...record, name: undoneBy };
    if (!before) return undefined;
    pending.set(subject, before);
  }
  const undo = [...pending.values()].toReversed().map((record) => actOf(record, profile));
  const able = undo.filter((each) => typeof each !== 'string');
  if (able.length < undo.length) return undefined;
  const texts = JSON.stringify([able, done.map((record) => actOf(record, profile))]);
  const used = Object.keys(secretsOf(profile)).filter((name) => texts.includes(`\${${name}}`));
  const control = texts.includes(`\${${CONTROL_URL}}`) ? profile.stimuli?.control?.url : undefined;
  return {
    undo: able,
    away: [...new Set(done.flatMap(({ name, deviceId = '' }) => (TAKES_AWAY.has(name) ? deviceId : [])))],
    variables: {
      ...Object.fromEntries(used.map((name) => [name, { is: 'a secret of the test bench' }])),
      ...(control !== undefined && {
        [CONTROL_URL]: { is: 'the address of the control plane', usually: control },
      }),
    },
  };
}

/** Devices whose relays the acts may change. */
function switchedByActs(records: readonly TraceRecord[]): ReadonlySet<string> {
  const switching = stimuliIn(records).filter(({ name }) => factsOfNamed(name)?.switches);
  return new Set(switching.flatMap(({ deviceId }) => deviceId ?? []));
}

const stimuliIn = (records: readonly TraceRecord[]): (StimulusRecord & TraceRecord)[] =>
  records.flatMap((record) => (record.kind === 'stimulus' && record.outcome === 'applied' ? record : []));

function factsOfNamed(name: string) {
  const known = STIMULUS_NAMES.find((each) => each === name);
  return known && STIMULUS_CATALOGUE[known];
}

/** With the value that was read last before it. */
function asBefore(
  record: StimulusRecord & TraceRecord,
  trace: readonly TraceRecord[],
  profile: Profile,
): StimulusRecord | undefined {
  const asked = new Set(
    trace.flatMap((each) =>
      each.kind === 'request' && each.deviceId === record.deviceId ? each.exchange : [],
    ),
  );
  const shown = trace
    .filter(({ seq }) => seq < record.seq)
    .flatMap((each) =>
      each.kind === 'reply' && asked.has(each.exchange) ? (readShape('deviceState', each.data) ?? []) : [],
    )
    .at(-1);
  const act = readAct(record, profile);
  const { device: _, name: __, ...parameters } = (act && actAsFound(act, shown?.peripherals)) ?? {};
  return Object.keys(parameters).length === 0 ? undefined : { ...record, parameters };
}

/** What is cut and what is restored is one thing. */
function subjectOf({ name, deviceId, parameters }: StimulusRecord): string {
  const { client, index, key } = isObject(parameters) ? parameters : {};
  const cause = STIMULUS_NAMES.find((each) => factsOf(each).undoneBy === (name as ActName)) ?? name;
  return JSON.stringify([cause, deviceId, client, index, key]);
}

// What a script changes, and what puts it back.

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
    if (record.kind !== 'reply' || requestOfExchange(trace, record.exchange)?.deviceId !== deviceId) continue;
    const state = isObject(record.data) ? record.data['peripherals'] : undefined;
    if (!isObject(state)) continue;
    const relays = Array.isArray(state['relays']) ? (state['relays'] as readonly unknown[]) : [];
    return relays.some((relay) => isObject(relay) && relay['index'] === index && relay['on'] === true);
  }
  return false;
}
