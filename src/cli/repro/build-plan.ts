// From the witness of a breach to the plan of a script that shows it again.
import { createSecondJudge } from '../../checker/checker.js';
import type { Dialect } from '../../dialect/dialect.js';
import { encodeOperationRequest } from '../../dialect/dialect.js';
import type { ClientProfile, Profile } from '../../harness/profile/profile.js';
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { pathOf } from '../../contract/endpoints.js';
import type { Operation, RelayAction } from '../../contract/operations.js';
import { isObject } from '../../kernel/json.js';
import { knownFacts } from '../../lab/second-opinion.js';
import { recordsOf, unitsOf } from '../../harness/witness/units.js';
import type { ConnectionRecord, RequestRecord, TraceRecord } from '../../trace/record.js';
import {
  ANYTIME,
  answerIn,
  FACTS,
  type ReproPlan,
  type ReproRequest,
  type ReproStep,
  TOKEN_IN_TEXT,
} from './plan.js';

export interface ReproSource {
  readonly finding: Finding;
  readonly check: CheckResult;
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly websocketUrl: string;
}

export type BuiltPlan =
  | { readonly ok: true; readonly plan: ReproPlan; readonly records: readonly TraceRecord[] }
  /** Why no script can show it. */
  | { readonly ok: false; readonly why: string };

/** The environment variable of a client's secret. */
export function secretVariable(name: string, { clientSecretEnv }: ClientProfile): string {
  return clientSecretEnv ?? `CONFORM_SECRET_${name.replaceAll(/\W/g, '_').toUpperCase()}`;
}

const MANAGING = /^devices\.(add|remove|password)$/;

/** Of a longer attempt only what came shortly before is repeated, and what has a key of the witness. */
const MOST_REPEATED = 300;
const SHORTLY = 8000;

/**
 * What a script may send again, the least first: the witness, and what was sent in its attempt of the check, since what
 * a judge does not need for its verdict may be what makes the server go wrong.
 */
export function repeatable({
  finding: { witness, silence },
  check: { trace },
}: Pick<ReproSource, 'finding' | 'check'>): readonly (readonly TraceRecord[])[] {
  const records = witness?.records ?? [];
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return [];
  const until = Math.max(silence?.to ?? 0, last.at);
  const before = trace.filter((record) => record.seq <= last.seq || record.at <= until);
  const attempts = before.flatMap((record) => (record.kind === 'step' ? record : []));
  const begun = attempts.find(({ attempt }) => attempt === attempts.at(-1)?.attempt)?.seq ?? 0;
  const attempt = before.filter(({ seq, kind }) => seq > begun && kind !== 'step');
  const keys = new Set(records.flatMap((record) => keyOf(record) ?? []));
  const isNear = (record: TraceRecord): boolean =>
    record.at >= first.at - SHORTLY || keys.has(keyOf(record) ?? '');
  const units = unitsOf(attempt).filter(({ records: [record] }) => {
    if (!record || records.includes(record)) return record !== undefined;
    if (attempt.length > MOST_REPEATED) return canBeSent(record, before) && isNear(record);
    return record.kind === 'stimulus' || canBeSent(record, before);
  });
  const own = new Set(recordsOf(units, before));
  const lines = new Set(
    [...attempt, ...own].flatMap((record) => (record.kind === 'connection' ? record.connection : [])),
  );
  const whole = before.filter(
    (record) => own.has(record) || (record.kind === 'connection' && lines.has(record.connection)),
  );
  return whole.length > records.length && whole.length <= MOST_REPEATED ? [records, whole] : [records];
}

/** Settings are not put back by a script: what is not needed to break the rule does not change them. */
const SETTINGS: ReadonlySet<string | undefined> = new Set([
  'device.relay.jogConfig.set',
  'device.rs485.baudRate.set',
]);

function canBeSent(record: TraceRecord, records: readonly TraceRecord[]): boolean {
  if (record.kind === 'request' && SETTINGS.has(record.operation?.name)) return false;
  return typeof stepOf(record, records, 0) !== 'string';
}

function keyOf(record: TraceRecord): string | undefined {
  return record.kind === 'request' ? record.idempotencyKey : undefined;
}

export function buildReproPlan(source: ReproSource, records: readonly TraceRecord[]): BuiltPlan {
  const { finding, profile, dialect } = source;
  const known = knownFacts(profile, finding);
  const opinion = createSecondJudge(records, known)(finding.rule);
  const by = opinion.kind === 'contradicted' ? opinion.by : undefined;
  const answers = by ? undefined : wrongAnswers(source, records);
  if (!by && !answers)
    return { ok: false, why: 'the second judge cannot tell it from what was sent and what came' };
  const begun = records[0]?.at ?? 0;
  const steps: ReproStep[] = [];
  for (const record of records) {
    const step = stepOf(record, records, begun);
    if (step === undefined) continue;
    if (typeof step === 'string') return { ok: false, why: step };
    steps.push(step);
  }
  const restore = restoringRelays(records, source);
  const used = new Set([
    ...steps.flatMap((step) =>
      step.kind === 'open'
        ? step.client
        : step.kind === 'request'
          ? [step.facts.client, ...holdersIn(step)]
          : [],
    ),
    ...restore.map(({ facts }) => facts.client),
  ]);
  const clients = Object.entries(profile.clients).filter(([name]) => used.has(name));
  const { silence } = finding.witness ?? {};
  const last = Math.max(silence?.to ?? 0, ...records.map(({ at }) => at)) - begun;
  const plan: ReproPlan = {
    rule: finding.rule,
    baseUrl: source.baseUrl,
    websocketUrl: source.websocketUrl,
    insecure: profile.tls.insecure,
    clients: Object.fromEntries(
      clients.map(([name, client]) => [
        name,
        { clientId: client.clientId, secretEnv: secretVariable(name, client) },
      ]),
    ),
    steps,
    until: Math.ceil(last) + 50,
    patience: profile.patience,
    ...premisesOf(finding.rule, records, by ? lastOf(records, by) : finding.exchanges),
    ...(answers && { answers }),
    restore,
    known,
    dialect: dialect.source.text,
  };
  return { ok: true, plan, records };
}

/** What a record makes the script do; why it cannot; or nothing, where the record is not of our doing. */
function stepOf(
  record: TraceRecord,
  records: readonly TraceRecord[],
  begun: number,
): ReproStep | string | undefined {
  const at = record.at - begun;
  if (record.kind === 'stimulus') return `it needs an act on a device or a client: ${record.name}`;
  if (record.kind === 'connection') return connectionStep(record, records, at);
  if (record.kind !== 'request') return undefined;
  if (MANAGING.test(record.what)) return 'it adds or removes a device, or changes its password';
  const read = record.commandId === undefined ? undefined : creatorOf(record.commandId, records);
  if (record.commandId !== undefined && read === undefined && !record.commandId.startsWith('conform-no-such'))
    return 'it reads a command that something else has created';
  const identity = identityOf(record);
  const body = JSON.stringify(record.body ?? null);
  if (identity === undefined || /\(\d+ characters\)"$/.test(body))
    return 'the trace does not have all that was sent';
  if (/<(?!secret>|another secret[>:])[^<>"]*(secret|token|ticket|password)[^<>"]*>/.test(body))
    return 'what was sent holds a secret';
  const { channel, exchange, method, path } = record;
  const { authorization: _, Authorization: __, ...headers } = record.headers ?? {};
  const told = Object.fromEntries(FACTS.map((name) => [name, record[name]]));
  const facts = { ...told, client: record.client ?? '' };
  const isAnswered = records.some((each) => each.kind === 'reply' && each.exchange === exchange);
  const isCut = records.some(
    (each) => each.kind === 'broken' && each.exchange === exchange && each.reason === 'cut',
  );
  return {
    kind: 'request',
    at,
    after: records.flatMap((each) =>
      (each.kind === 'reply' || each.kind === 'broken') && each.at <= record.at && each.seq < record.seq
        ? each.exchange
        : [],
    ),
    facts: JSON.parse(JSON.stringify(facts)) as ReproRequest['facts'],
    ...(channel === 'rest' && { method: method ?? 'GET', path: path ?? '/', headers }),
    ...(record.body === undefined ? {} : { body: record.body }),
    identity,
    ...(isCut && { cut: true }),
    ...(!isCut && !isAnswered && { unanswered: true }),
    ...(read === undefined ? {} : { readsCommandOf: read }),
  };
}

function connectionStep(
  { state, connection, client = '', ticket, by, seq }: ConnectionRecord & { readonly seq: number },
  records: readonly TraceRecord[],
  at: number,
): ReproStep | undefined {
  if (state === 'closed' && by === 'harness') return { kind: 'close', at, connection };
  if (state !== 'opening') return undefined;
  const before = records.find(
    (each): each is ConnectionRecord & TraceRecord =>
      each.kind === 'connection' && each.seq < seq && each.ticket === ticket && each.state === 'opening',
  );
  if (ticket === undefined) return { kind: 'open', at, connection, client, ticket: 'none' };
  if (before) return { kind: 'open', at, connection, client, ticket: { of: before.connection } };
  return { kind: 'open', at, connection, client, ticket: ticket.includes('of nobody') ? 'made up' : 'fresh' };
}

/** Undefined where the text held another secret that does not belong there. */
function identityOf({ headers = {}, channel }: RequestRecord): ReproRequest['identity'] | undefined {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (channel === 'ws') return 'own';
  if (value === undefined) return 'none';
  if (/^Bearer <token of (?!nobody>)[^>,]+>$/.test(value)) return 'own';
  const text = value.replace('<token of nobody>', 'conform-no-such-token');
  return /[<>]/.test(text.replaceAll(TOKEN_IN_TEXT, '')) ? undefined : { text };
}

/** The clients whose tokens are in the text by which a request says who it comes from. */
function holdersIn({ identity }: ReproRequest): readonly string[] {
  const text = typeof identity === 'object' ? identity.text : '';
  return [...text.matchAll(TOKEN_IN_TEXT)].flatMap(([, name]) => name ?? []);
}

function creatorOf(commandId: string, records: readonly TraceRecord[]): number | undefined {
  const made = records.find((each) => {
    const command = each.kind === 'reply' && isObject(each.data) ? each.data['command'] : undefined;
    return isObject(command) && command['commandId'] === commandId;
  });
  return made?.kind === 'reply' ? made.exchange : undefined;
}

/**
 * How the exchanges of a finding were answered, where that is what it found wrong: another status or code, or a refusal
 * for the moment that did not end. Undefined where it was something else.
 */
function wrongAnswers(
  { finding: { exchanges, paths }, check: { trace } }: ReproSource,
  records: readonly TraceRecord[],
): ReproPlan['answers'] | undefined {
  // What is wrong after an act may be right without it.
  if (trace.some(({ kind }) => kind === 'stimulus')) return undefined;
  const sent = new Set(records.flatMap((record) => (record.kind === 'request' ? record.exchange : [])));
  const answers = exchanges
    .filter((exchange) => sent.has(exchange))
    .map((exchange) => [exchange, answerIn(records, exchange)] as const);
  const isOfAnswers = paths
    ? paths.some(({ path }) => /^(status|code)$/.test(path))
    : answers.every(([, answer]) => !answer.endsWith('SUCCESS'));
  return isOfAnswers && answers.length > 0 ? Object.fromEntries(answers) : undefined;
}

/** The last exchange that contradicts the rule. */
function lastOf(records: readonly TraceRecord[], by: readonly number[]): number[] {
  const last = records.findLast((record) => record.kind === 'request' && by.includes(record.seq));
  return last?.kind === 'request' ? [last.exchange] : [];
}

/** What has to be granted so that the exchanges that show the breach can do so, and the last of these. */
function premisesOf(
  rule: string,
  records: readonly TraceRecord[],
  shown: readonly number[],
): Pick<ReproPlan, 'premises' | 'showing'> {
  const granted = records.flatMap((record) =>
    record.kind === 'reply' && record.code === 'SUCCESS' && !shown.includes(record.exchange)
      ? record.exchange
      : [],
  );
  const premises = Object.fromEntries(granted.map((exchange) => [exchange, 'SUCCESS']));
  const showing = shown.at(-1);
  // A refusal for the moment says something where one was seen, and where the rule is about these.
  const isForTheMoment =
    /^(refresh|busy|limits)\./.test(rule) || ANYTIME.test(answerIn(records, showing ?? -1));
  return { premises, ...(showing !== undefined && !isForTheMoment && { showing }) };
}

/** Each relay that the witness may switch, to the state that it was first read in; off where that is not known. */
function restoringRelays(
  records: readonly TraceRecord[],
  { check, dialect, profile }: ReproSource,
): ReproRequest[] {
  const found = new Map<string, ReproRequest>();
  for (const record of records) {
    if (
      record.kind !== 'request' ||
      record.operation?.name !== 'device.relay.set' ||
      record.deviceId === undefined
    )
      continue;
    for (const { index } of record.operation.params.relays) {
      const { deviceId, exchange } = record;
      const client = controllerOf(profile, deviceId) ?? record.client ?? '';
      const action: RelayAction = wasOn(check.trace, deviceId, index) ? 'on' : 'off';
      const operation: Operation = { name: 'device.relay.set', params: { relays: [{ index, action }] } };
      found.set(`${deviceId} ${index}`, {
        at: 0,
        after: [],
        facts: { what: 'relays.set', channel: 'rest', deviceId, exchange, client },
        method: 'POST',
        path: pathOf('relays.set', { deviceId }),
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: encodeOperationRequest(dialect, 'relays.set', operation).body,
        identity: 'own',
      });
    }
  }
  return [...found.values()];
}

/** A client that may switch relays of the device: who has sent the command may not have been allowed to. */
function controllerOf({ clients, devices }: Profile, deviceId: string): string | undefined {
  return Object.entries(clients).find(([, { scopes, devices: own }]) => {
    const mayUse = own === undefined || own.some((name) => devices[name]?.deviceId === deviceId);
    return scopes.includes('device:control') && mayUse;
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
