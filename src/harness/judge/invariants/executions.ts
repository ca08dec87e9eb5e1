// One key, one execution: where somebody counts what a device has carried out, the count fits what was accepted.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import type { SeenStimulus, TraceView } from '../trace-view.js';
import { type Intended, intendedIn, isAtWork } from '../model/intended.js';
import { isSteady } from '../model/steady.js';

export const executions: Invariant = {
  name: 'executions',
  alone: true,
  rules: [
    'idempotency.no-second-execution',
    'idempotency.timeout-is-final',
    'idempotency.after-lost-response',
    'busy.refused-has-no-effect',
    'commands.created-by-every-operation',
  ],
  judge: (view) => {
    const intended = intendedIn(view);
    const looks = view.stimuli.filter(({ name, outcome }) => name === 'executions' && outcome === 'applied');
    return looks.flatMap((before) => {
      const after = looks.find((each) => each.seq > before.seq && each.deviceId === before.deviceId);
      return after ? judgeBetween(before, after, intended, view) : [];
    });
  },
};

function judgeBetween(
  before: SeenStimulus,
  after: SeenStimulus,
  intended: readonly Intended[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const { deviceId } = before;
  const counted = Number(after.detail) - Number(before.detail);
  if (deviceId === undefined || !Number.isFinite(counted) || !isSteady(deviceId, view)) return [];
  const own = intended.filter((each) => each.deviceId === deviceId);
  const possible = own.filter(
    ({ certainty, span }) =>
      certainty !== 'never' && span.from <= after.span.to && span.to >= before.span.from,
  );
  const expected = `at most ${possible.length} operations carried out by ${deviceId}`;
  const held = counted <= possible.length;
  const actual = `${counted} carried out`;
  const shown = own.flatMap(({ uses }) => uses.map(({ id }) => id));
  return rulesOf(own, held).map((rule) => judgement(rule, held, expected, actual, ...shown));
}

/** Which rule too many executions break depends on what there was to be carried out once too often. */
function rulesOf(own: readonly Intended[], held: boolean): readonly RuleId[] {
  const repeated = own.filter(({ uses }) => uses.length > 1);
  const occasions: readonly (readonly [RuleId, boolean])[] = [
    ['idempotency.timeout-is-final', repeated.some(({ status }) => status === 'timeout')],
    ['idempotency.after-lost-response', repeated.some(({ uses }) => uses.some(({ broken }) => broken))],
    ['idempotency.no-second-execution', repeated.length > 0],
    ['busy.refused-has-no-effect', own.some(({ uses }) => uses.some(isAtWork))],
  ];
  const rules = occasions.flatMap(([rule, occasion]) => (occasion ? rule : []));
  if (held) return rules;
  return rules.slice(0, 1).length > 0 ? rules.slice(0, 1) : ['commands.created-by-every-operation'];
}
