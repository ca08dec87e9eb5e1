// From the witness of a breach to the plan of a script that shows it again.
import { replyOfExchange, requestOfExchange } from '../../trace/trace.js';
import { createSecondJudge } from '../../checker/checker.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { ClientProfile, Profile } from '../../harness/profile/profile.js';
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { isObject } from '../../kernel/json.js';
import { knownFacts } from '../../lab/second-opinion.js';
import { recordsOf, unitsOf } from '../../harness/witness/units.js';
import type { ConnectionRecord, RequestRecord, TraceRecord } from '../../trace/record.js';
import { actOf, changedBesides, restoringRelays, undoingActs } from './acts.js';
import {
  ANYTIME,
  type Carried,
  FACTS,
  type ReproPlan,
  type ReproRequest,
  type ReproStep,
  TOKEN_IN_TEXT,
  waitIn,
} from './plan.js';
import { answerIn, reappearanceOf } from './reappears.js';

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

/** What adds or removes anything else than the device for management, or one that nobody has, is not sent again. */
function isOfManaged({ what, deviceId, body }: RequestRecord, management: Profile['management']): boolean {
  if (what !== 'devices.add' && what !== 'devices.remove') return true;
  const named = deviceId ?? (isObject(body) ? Object.values(body) : []);
  const known = [
    management?.namedBy === 'server' ? undefined : management?.deviceId,
    'conform-no-such-device',
  ];
  return known.some(
    (id) => id !== undefined && (typeof named === 'string' ? named === id : named.includes(id)),
  );
}

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
  profile,
}: Pick<ReproSource, 'finding' | 'check'> &
  Partial<Pick<ReproSource, 'profile'>>): readonly (readonly TraceRecord[])[] {
  const records = witness?.records ?? [];
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return [];
  const until = Math.max(silence?.to ?? 0, last.at);
  const before = trace.filter((record) => record.seq <= last.seq || record.at <= until);
  const attempts = before.flatMap((record) => (record.kind === 'step' ? record : []));
  const begun = attempts.find(({ attempt }) => attempt === attempts.at(-1)?.attempt)?.seq ?? 0;
  const attempt = before.filter(({ seq, kind }) => seq > begun && kind !== 'step');
  const keyOf = (record: TraceRecord): string =>
    (record.kind === 'request' ? record.idempotencyKey : undefined) ?? '';
  const keys = new Set(records.map(keyOf).filter((key) => key !== ''));
  const isNear = (record: TraceRecord): boolean => record.at >= first.at - SHORTLY || keys.has(keyOf(record));
  const canBeSent = (record: TraceRecord): boolean =>
    typeof stepOf(record, before, { begun: 0, profile }) !== 'string';
  const units = unitsOf(attempt).filter(({ records: [record] }) => {
    if (!record || records.includes(record)) return record !== undefined;
    if (attempt.length > MOST_REPEATED) return canBeSent(record) && isNear(record);
    return record.kind === 'stimulus' || canBeSent(record);
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

/** @param isWhole there is nothing more to send: what is not judged may be wrong only after all of it. */
export function buildReproPlan(
  source: ReproSource,
  records: readonly TraceRecord[],
  isWhole: boolean,
): BuiltPlan {
  const { finding, profile, dialect, check } = source;
  const begun = records[0]?.at ?? 0;
  const told = records.map((record) => stepOf(record, records, { begun, profile }) ?? []).flat();
  const acts = undoingActs(records, check.trace, profile);
  const why = told.find((step) => typeof step === 'string') ?? (acts ? undefined : NOT_UNDONE);
  if (why !== undefined || !acts) return { ok: false, why: why ?? NOT_UNDONE };
  const steps = told.filter((step) => typeof step !== 'string');
  const known = knownFacts(profile, finding);
  const opinion = createSecondJudge(records, known)(finding.rule);
  const by = opinion.kind === 'contradicted' ? opinion.by : undefined;
  const found = by || !isWhole ? undefined : reappearanceOf(finding, check, records);
  if (!by && !found)
    return {
      ok: false,
      why: 'the second judge cannot tell it from what was sent and what came',
    };
  const restore = restoringRelays(records, source);
  const besides = changedBesides(records, source);
  const used = new Set([
    ...steps.flatMap((step) =>
      step.kind === 'open'
        ? step.client
        : step.kind === 'request'
          ? [step.facts.client, ...holdersIn(step)]
          : [],
    ),
    ...restore.map(({ facts }) => facts.client),
    ...besides.settings.map(({ client }) => client),
    ...(besides.managed ? [besides.managed.client] : []),
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
    ...premisesOf(finding.rule, records, by ? exchangesIn(records, by).slice(-1) : finding.exchanges),
    blamed: exchangesIn(records, by ?? []),
    ...(found && { found }),
    restore,
    ...besides,
    acts,
    known,
    dialect: dialect.source.content,
  };
  return { ok: true, plan, records };
}

/** What a record makes the script do; why it cannot; or nothing, where the record is not of our doing. */
function stepOf(
  record: TraceRecord,
  records: readonly TraceRecord[],
  { begun, profile }: { readonly begun: number; readonly profile: Profile | undefined },
): ReproStep | string | undefined {
  const at = record.at - begun;
  if (record.kind === 'stimulus' && profile && record.outcome === 'applied') {
    const act = actOf(record, profile);
    return typeof act === 'string' ? act : { kind: 'act', at, ...act };
  }
  if (record.kind === 'connection') return connectionStep(record, records, at);
  if (record.kind !== 'request') return undefined;
  if (record.what === 'devices.password') return 'it changes a password, and passwords are in no trace';
  if (!isOfManaged(record, profile?.management))
    return 'it adds or removes a device that is not the one for management';
  const carried = carriedInto(record, records);
  if (
    record.commandId !== undefined &&
    !carried[record.commandId] &&
    !record.commandId.startsWith('conform-no-such')
  )
    return 'it reads a command that something else has created';
  const identity = identityOf(record, carried);
  const body = JSON.stringify(record.body ?? null);
  if (identity === undefined || /\(\d+ characters\)"$/.test(body))
    return 'the trace does not have all that was sent';
  if (
    /<(?!secret>|another secret[>:])[^<>"]*(secret|token|ticket|password)[^<>"]*>/.test(
      body.replace('"<password>"', ''),
    )
  )
    return 'what was sent holds a secret';
  const { channel, exchange, method, path } = record;
  const { authorization: _, Authorization: __, ...headers } = record.headers ?? {};
  const told = Object.fromEntries(FACTS.map((name) => [name, record[name]]));
  const facts = { ...told, client: record.client ?? '' };
  const isAnswered = replyOfExchange(records, exchange) !== undefined;
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
    carried,
    ...announcedBefore(record, records),
  };
}

/** The last refusal of the device with a delay that was over when the request was sent. */
function announcedBefore(
  { at, deviceId, client }: RequestRecord & { readonly at: number },
  records: readonly TraceRecord[],
): Pick<ReproRequest, 'announced'> {
  const isOfDevice = (exchange: number): boolean => {
    const asked = requestOfExchange(records, exchange);
    return asked !== undefined && asked.deviceId === deviceId && asked.client === client;
  };
  const last = records.findLast(
    (each) =>
      each.kind === 'reply' && each.at <= at && waitIn(each) !== undefined && isOfDevice(each.exchange),
  );
  if (last?.kind !== 'reply') return {};
  const slack = at - last.at - (waitIn(last) ?? 0);
  return slack >= 0 ? { announced: { exchange: last.exchange, slack } } : {};
}

function connectionStep(
  record: ConnectionRecord & { readonly seq: number },
  records: readonly TraceRecord[],
  at: number,
): ReproStep | undefined {
  const { state, connection, client = '', ticket, by, seq } = record;
  if (state === 'closed' && by === 'harness') return { kind: 'close', at, connection };
  if (state !== 'opening') return undefined;
  const before = records.find(
    (each): each is ConnectionRecord & TraceRecord =>
      each.kind === 'connection' && each.seq < seq && each.ticket === ticket && each.state === 'opening',
  );
  if (ticket === undefined) return { kind: 'open', at, connection, client, ticket: 'none' };
  if (before) return { kind: 'open', at, connection, client, ticket: { of: before.connection } };
  const carried = carriedInto(record, records);
  // The token of a client is no ticket; a ticket that a request has brought is the one of its reply.
  if (carried[ticket] || ticket.match(TOKEN_IN_TEXT))
    return { kind: 'open', at, connection, client, ticket: { text: ticket }, carried };
  return { kind: 'open', at, connection, client, ticket: ticket.includes('of nobody') ? 'made up' : 'fresh' };
}

/** Undefined where the text held another secret that does not belong there. */
function identityOf(
  { headers = {}, channel }: RequestRecord,
  carried: Carried,
): ReproRequest['identity'] | undefined {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (channel === 'ws') return 'own';
  if (value === undefined) return 'none';
  const brought = Object.keys(carried).filter((text) => text.startsWith('<'));
  if (brought.length === 0 && /^Bearer <token of (?!nobody>)[^>,]+>$/.test(value)) return 'own';
  const text = value.replace('<token of nobody>', 'conform-no-such-token');
  const rest = brought.reduce((left, each) => left.replaceAll(each, ''), text);
  return /[<>]/.test(rest.replaceAll(TOKEN_IN_TEXT, '')) ? undefined : { text };
}

/** The clients whose tokens are in the text by which a request says who it comes from. */
function holdersIn({ identity }: ReproRequest): readonly string[] {
  const text = typeof identity === 'object' ? identity.text : '';
  return [...text.matchAll(TOKEN_IN_TEXT)].flatMap(([, name]) => name ?? []);
}

/** The texts of a request, or the ticket of a connection, that earlier replies have brought. */
function carriedInto(
  record: (RequestRecord | ConnectionRecord) & { readonly seq: number },
  records: readonly TraceRecord[],
): Carried {
  const { token, commandId, path = '' }: Partial<RequestRecord> = record.kind === 'request' ? record : {};
  const ticket = record.kind === 'connection' ? record.ticket : undefined;
  const asked = [...new URL(path, 'http://any').searchParams.values(), ticket, commandId];
  const shown = JSON.stringify(record);
  const brought = records
    .filter((each) => each.kind === 'reply')
    .filter(({ seq }) => seq < record.seq)
    .flatMap(({ body, exchange }) =>
      textsIn(body, '').flatMap(([text, pointer]) => {
        const isToken = text.startsWith('<token of ') && exchange === token;
        const isTicket = /^<ticket \d+>$/.test(text) && shown.includes(text);
        const isCarried = text !== '' && (asked.includes(text) || isToken || isTicket);
        return isCarried ? ([[text, { exchange, pointer }]] as const) : [];
      }),
    );
  // What a reply has brought first, later ones may show again.
  return Object.fromEntries(brought.toReversed());
}

/** Texts, and JSON Pointers to them. */
function textsIn(value: unknown, pointer: string): (readonly [text: string, pointer: string])[] {
  if (typeof value === 'string') return [[value, pointer]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

const NOT_UNDONE = 'it needs an act on a device or a client that a script cannot undo';

const exchangesIn = (records: readonly TraceRecord[], by: readonly number[]): number[] =>
  records.flatMap((record) => (record.kind === 'request' && by.includes(record.seq) ? record.exchange : []));

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
