// The dimensions of rules: their values, and which checks try each.
import { type RuleId, RULES } from '../../contract/rules/catalogue.js';
import type { Scenario, ScenarioCase } from './scenario.js';
import { isObject } from '../../kernel/json.js';
import type { Step } from './verbs/verb.js';
import { OPERATION_NAMES } from '../../contract/operations.js';
import { SCOPES } from '../../contract/scopes.js';
import { defined } from '../../kernel/defined.js';

// The table of rules and dimensions: which checks try each value, and why one is left out.

interface TableCell {
  readonly value: DimensionValue;
  /** Ids of the checks that try it, of those that cite the rule. */
  readonly checks: readonly string[];
  /** Why none does; undefined where one does, and where nobody has said. */
  readonly leftOut?: string;
}

/** One row for each rule of a service. */
export function dimensionTable(scenarios: readonly Scenario[]) {
  const cases = scenarios
    .flatMap((scenario) => scenario.cases)
    .map((each) => ({ id: each.id, rules: new Set(each.rules), tried: triedBy(each) }));
  const rules = RULES.filter(({ side }) => side === 'service').map(({ id }) => id);
  return rules.map((rule) => {
    const citing = cases.filter((each) => each.rules.has(rule));
    const dimensions = ROWS.find((row) => row.rules.includes(rule))?.dimensions ?? [];
    const cells = dimensions.flatMap(dimensionValues).map((value): TableCell => {
      const checks = citing.filter(({ tried }) => tried.has(value)).map(({ id }) => id);
      const reason = LEFT_OUT_ROWS.find((row) => row.rules.test(rule) && row.values.includes(value))?.why;
      const leftOut = checks.length === 0 ? reason : undefined;
      return defined({ value, checks, leftOut });
    });
    return { rule, cells };
  });
}

// Which values of which dimensions a check tries: read off its needs and its steps, never written by hand.

/** What a check tries, by all of its steps and needs. */
function triedBy({ needs, steps }: ScenarioCase): ReadonlySet<DimensionValue> {
  const tried = new Set<DimensionValue>(['credential: right']);
  for (const { scopes, exactly } of Object.values(needs.clients))
    if (exactly || scopes.length === 1) for (const scope of scopes) tried.add(`scope: ${scope}`);
  for (const { place, relays, inputs, analogInputs, sensors } of Object.values(needs.devices)) {
    if ([relays, inputs, analogInputs, sensors].every((names) => names.length === 0)) continue;
    const places = place === 'ends' ? (['first', 'last'] as const) : [place];
    for (const each of places) tried.add(`place: ${each}`);
  }
  if (Object.keys(needs.clients).length > 1) tried.add('when: with another client');
  const all = flat(steps);
  let waited = 0;
  for (const step of all) {
    for (const value of ofStep(step)) tried.add(value);
    const waits = step.verb.waits?.(step.fields);
    if (typeof waits === 'number') waited += waits;
    else if (waits && 'duration' in waits) waited += waits.duration;
  }
  tried.add(waited >= SECONDS ? 'when: seconds later' : 'when: at once');
  return tried;
}

/** In ms: less than this is no matter of time. */
const SECONDS = 2000;

function flat(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => [step, ...flat(step.children)]);
}

function* ofStep({ verb, fields }: Step): Generator<DimensionValue> {
  const { via, authenticate, expect, ticket, bearer } = fields;
  // A repeat without a channel goes the way of the first.
  if (verb.requests && !(verb.refersTo && via === undefined))
    yield via === undefined || via === 'rest' ? 'channel: rest' : 'channel: ws';
  if (verb.operation !== undefined) yield `operation: ${verb.operation}`;
  const { relays } = fields;
  if (verb.switches && isObject(relays))
    yield Object.keys(relays).length > 1 ? 'relays: several' : 'relays: one';
  if (verb.connections && !verb.opens) yield 'when: after a reconnect';
  if (authenticate === 'none' || ticket === 'none') yield 'credential: none';
  if (authenticate === 'invalid' || fields['secretLike'] !== undefined) yield 'credential: wrong';
  if (typeof authenticate === 'string' && authenticate.startsWith('$'))
    yield authenticate.endsWith('accessToken')
      ? 'when: with another token'
      : 'credential: in the wrong place';
  if (bearer !== undefined || (typeof ticket === 'string' && ticket.endsWith('accessToken')))
    yield 'credential: in the wrong place';
  yield* outcomesIn(expect);
}

function* outcomesIn(expect: unknown): Generator<DimensionValue> {
  if (expect === undefined) return;
  const text = JSON.stringify(expect);
  if (text.includes('timeout')) yield 'outcome: timeout';
  const code = isObject(expect) ? expect['code'] : expect;
  if (code === 'SUCCESS') yield 'outcome: success';
  else if (code !== undefined || /"status":(4|\{"atLeast":4)/.test(text)) yield 'outcome: refusal';
}

// The dimensions along which a rule can be tried, and the values of each.

const DIMENSIONS = {
  channel: ['rest', 'ws'],
  operation: OPERATION_NAMES,
  place: ['first', 'middle', 'last'],
  relays: ['one', 'several'],
  scope: SCOPES,
  when: ['at once', 'seconds later', 'after a reconnect', 'with another token', 'with another client'],
  outcome: ['success', 'refusal', 'timeout'],
  credential: ['right', 'none', 'wrong', 'in the wrong place'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Dimension = keyof typeof DIMENSIONS;
type DimensionValue = `${Dimension}: ${string}`;

/** Every value of a dimension, as `channel: rest`. */
function dimensionValues(dimension: Dimension): readonly DimensionValue[] {
  return DIMENSIONS[dimension].map((value): DimensionValue => `${dimension}: ${value}`);
}

// Along which dimensions each rule has to be tried, and which values of them are left out, with the reason.

interface Row {
  readonly dimensions: readonly Dimension[];
  readonly rules: readonly RuleId[];
}

/** Rules that have the same dimensions stand together; each stands once. One without any is not here: it is tried as it is. */
export const ROWS: readonly Row[] = [
  {
    dimensions: ['channel', 'credential'],
    rules: ['envelope.json', 'envelope.code', 'envelope.message', 'envelope.status-code-pairs'],
  },
  { dimensions: ['channel'], rules: ['envelope.data', 'ws.reply-shape', 'auth.disabled-client'] },
  { dimensions: ['scope'], rules: ['auth.token-issued', 'auth.token-shape', 'ws.ticket-issued'] },
  { dimensions: ['credential'], rules: ['auth.invalid-credentials', 'ws.ticket-needs-token'] },
  { dimensions: ['credential'], rules: ['ws.ticket-required'] },
  { dimensions: ['operation'], rules: ['auth.missing', 'auth.expired', 'ws.operation-execute'] },
  { dimensions: ['operation', 'credential'], rules: ['auth.invalid', 'auth.key-is-no-credential'] },
  { dimensions: ['channel', 'scope'], rules: ['scope.read-included'] },
  {
    dimensions: ['channel', 'operation', 'scope'],
    rules: ['scope.independent', 'scope.required-scope-named', 'devices.unknown'],
  },
  { dimensions: ['operation', 'scope'], rules: ['scope.denied', 'scope.checked-on-websocket'] },
  { dimensions: ['channel', 'operation'], rules: ['scope.devices-within-client'] },
  { dimensions: ['channel'], rules: ['scope.commands-within-devices', 'devices.remove'] },
  { dimensions: ['channel', 'place'], rules: ['devices.detail-is-live', 'devices.refresh-covers-all'] },
  { dimensions: ['channel', 'when'], rules: ['refresh.min-interval'] },
  {
    dimensions: ['channel'],
    rules: [
      'refresh.shared-budget',
      'refresh.across-clients',
      'refresh.retry-after-truthful',
      'refresh.rejection-is-free',
      'refresh.busy-is-free',
      'limits.rejection-is-free',
      'busy.released',
      'busy.refused-has-no-effect',
      'busy.per-device',
      'busy.across-channels',
      'busy.refresh-control',
    ],
  },
  { dimensions: ['channel', 'operation'], rules: ['busy.control-control', 'busy.one-at-a-time'] },
  {
    dimensions: ['channel', 'operation', 'when'],
    rules: [
      'idempotency.same-command-rest',
      'idempotency.same-command-websocket',
      'idempotency.no-second-execution',
    ],
  },
  {
    dimensions: ['channel'],
    rules: [
      'idempotency.across-channels',
      'idempotency.after-lost-response',
      'idempotency.in-flight',
      'idempotency.timeout-is-final',
      'idempotency.new-key-new-command',
      'idempotency.refused-is-not-remembered',
      'idempotency.reused-for-another-request',
      'idempotency.per-client',
      'commands.same-object-both-channels',
      'commands.shape',
    ],
  },
  { dimensions: ['channel', 'operation'], rules: ['commands.created-by-every-operation'] },
  { dimensions: ['channel', 'operation', 'when'], rules: ['commands.readable'] },
  { dimensions: ['channel', 'when'], rules: ['commands.terminal-stays'] },
  { dimensions: ['channel', 'place'], rules: ['relay.set-many', 'relay.jog-config', 'ws.state-get'] },
  { dimensions: ['channel', 'place', 'relays'], rules: ['relay.effect'] },
  { dimensions: ['place'], rules: ['relay.compatibility', 'events.input-changed', 'events.changes'] },
  { dimensions: ['place'], rules: ['events.not-for-analog'] },
  { dimensions: ['channel', 'when'], rules: ['rs485.baud-rate'] },
  { dimensions: ['channel', 'when'], rules: ['ws.ticket-once', 'events.every-connection'] },
  { dimensions: ['channel', 'place', 'relays'], rules: ['events.relay-changed'] },
  { dimensions: ['channel'], rules: ['events.not-for-config', 'events.not-for-solicited'] },
  {
    dimensions: ['when'],
    rules: [
      'events.online',
      'events.offline',
      'events.power-lost',
      'events.power-restored',
      'events.not-replayed',
    ],
  },
];

interface LeftOut {
  readonly rules: RegExp;
  readonly values: readonly DimensionValue[];
  readonly why: string;
}

/** The first entry that fits says why. */
export const LEFT_OUT_ROWS: readonly LeftOut[] = [
  {
    rules: /./,
    values: ['place: middle'],
    why: 'What is done for the first and the last channel goes the same way for those between them.',
  },
  {
    rules: /^(devices\.refresh-covers-all|ws\.state-get)$/,
    values: ['place: first'],
    why: 'A block that shows the last channel and has the right number of them has the first one.',
  },
  {
    rules: /^envelope\./,
    values: ['credential: in the wrong place'],
    why: 'It is refused as a wrong one is, and every trace is judged by these rules anyway.',
  },
  {
    rules:
      /^(auth\.invalid-credentials|ws\.ticket-needs-token|auth\.key-is-no-credential|ws\.ticket-required|auth\.invalid)$/,
    values: ['credential: none', 'credential: wrong', 'credential: in the wrong place'],
    why: 'Another rule is about that: auth.missing, auth.invalid, auth.key-is-no-credential and ws.ticket-required have one each.',
  },
  {
    rules: /^(idempotency|commands)\./,
    values: ['when: with another client'],
    why: 'A key belongs to its client: idempotency.per-client and scope.commands-within-devices are about others.',
  },
  {
    rules: /^(refresh\.min-interval|commands\.|rs485\.|ws\.ticket-once|events\.)/,
    values: [
      'when: after a reconnect',
      'when: with another token',
      'when: with another client',
      'when: seconds later',
    ],
    why: 'It makes no difference who asks by which token or connection, or random programs try it.',
  },
  {
    rules: /^idempotency\./,
    values: ['when: after a reconnect'],
    why: 'Over REST there is no connection that a key could belong to.',
  },
  {
    rules: /^busy\.one-at-a-time$/,
    values: ['channel: ws', 'operation: device.rs485.baudRate.set', 'operation: device.relay.jogConfig.set'],
    why: 'busy.control-control tries each operation over each channel; this one is also held by every trace and by random programs.',
  },
  {
    rules: /^auth\.key-is-no-credential$/,
    values: ['operation: device.rs485.transceive', 'operation: device.relay.jogConfig.set'],
    why: 'A key is looked at in one place for all operations of REST; one of each permission is tried.',
  },
];
