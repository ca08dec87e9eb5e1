// The table of rules and dimensions: which checks try each value, and why one is left out.
import { type RuleId, RULES } from '../../../contract/rules/catalogue.js';
import type { Scenario, ScenarioCase } from '../scenario.js';
import { type DimensionValue, dimensionValues } from './dimension.js';
import { LEFT_OUT_ROWS, ROWS } from './rows.js';
import { isObject } from '../../../kernel/json.js';
import type { Step } from '../verbs/verb.js';

export interface TableCell {
  readonly value: DimensionValue;
  /** Ids of the checks that try it, of those that cite the rule. */
  readonly checks: readonly string[];
  /** Why none does; undefined where one does, and where nobody has said. */
  readonly leftOut?: string;
}

export interface TableRow {
  readonly rule: RuleId;
  readonly cells: readonly TableCell[];
}

/** One row for each rule of a service. */
export function dimensionTable(scenarios: readonly Scenario[]): readonly TableRow[] {
  const cases = scenarios
    .flatMap((scenario) => scenario.cases)
    .map((each) => ({ id: each.id, rules: new Set(each.rules), tried: triedBy(each) }));
  const rules = RULES.filter(({ side }) => side === 'service').map(({ id }) => id);
  return rules.map((rule) => {
    const citing = cases.filter((each) => each.rules.has(rule));
    const dimensions = ROWS.find((row) => row.rules.includes(rule))?.dimensions ?? [];
    const cells = dimensions.flatMap(dimensionValues).map((value): TableCell => {
      const checks = citing.filter(({ tried }) => tried.has(value)).map(({ id }) => id);
      const leftOut = checks.length === 0 ? whyLeftOut(rule, value) : undefined;
      return { value, checks, ...(leftOut === undefined ? {} : { leftOut }) };
    });
    return { rule, cells };
  });
}

function whyLeftOut(rule: RuleId, value: DimensionValue): string | undefined {
  return LEFT_OUT_ROWS.find(({ rules, values }) => rules.test(rule) && values.includes(value))?.why;
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
    waited += typeof waits === 'number' ? waits : (waits?.duration ?? 0);
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
