// Acts on devices and clients from outside of the interface, as HTTP calls that a script can send again, and what undoes
// them. What a profile does by a command, by a wire or by hand is none of these.
import type { Profile } from '../../harness/profile/profile.js';
import {
  type Act,
  type ActName,
  ACT_NAMES,
  factsOf,
  STIMULUS_CATALOGUE,
  STIMULUS_NAMES,
} from '../../harness/profile/stimuli/catalogue.js';
import { controlCallOf } from '../../harness/stimuli/drivers/control.js';
import { type HttpCall, httpCallOf } from '../../harness/stimuli/drivers/http.js';
import { actAsFound } from '../../harness/stimuli/create-stimuli.js';
import { readShape } from '../../contract/read-shape.js';
import { isObject } from '../../kernel/json.js';
import type { StimulusRecord, TraceRecord } from '../../trace/record.js';
import type { ReproAct, ReproPlan } from './plan.js';

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
function withVariables({ url, headers, body, ...call }: HttpCall, profile: Profile): HttpCall {
  const put = (text: string): string =>
    Object.entries(secretsOf(profile)).reduce(
      (all, [name, value]) => all.replaceAll(value, `\${${name}}`),
      text,
    );
  const named = Object.entries(headers).map(([name, value]) => [name, put(value)]);
  return {
    ...call,
    url: put(url),
    headers: Object.fromEntries(named) as Record<string, string>,
    ...(body !== undefined && { body: put(body) }),
  };
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
    away: [...new Set(done.flatMap(({ name, deviceId = '' }) => (TAKES_AWAY.test(name) ? deviceId : [])))],
    variables: {
      ...Object.fromEntries(used.map((name) => [name, { is: 'a secret of the test bench' }])),
      ...(control !== undefined && {
        [CONTROL_URL]: { is: 'the address of the control plane', usually: control },
      }),
    },
  };
}

const TAKES_AWAY = /^(cut-power|drop-link)$/;

/** Devices whose relays the acts may change. */
export function switchedByActs(records: readonly TraceRecord[]): ReadonlySet<string> {
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
  const shown = trace
    .filter(({ seq }) => seq < record.seq)
    .flatMap((each) => (each.kind === 'reply' ? (readShape('deviceDetail', each.data) ?? []) : []))
    .findLast(({ device }) => device.deviceId === record.deviceId);
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
