// What came is of the form that the interface and the dialect give. Whether it is the dialect that is wrong was decided
// when the record was made (target/misfit): here, it is not.
import { isRuleId } from '../../contract/rules/catalogue.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { MisfitRecord } from '../../trace/record.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import type { TraceView } from './trace-view.js';

/** It only ever speaks of what does not fit, so no scenario can count on it for a rule. */
export const fitting: Invariant = {
  name: 'fitting',
  rules: [],
  judge: ({ answered, events, strays }) => [
    ...answered
      .filter(({ request }) => !isConfused(request.connection, strays))
      .flatMap(({ id, reply }) => judgeAll(reply.breaches, '', id)),
    ...events.flatMap(({ breaches, topic, connection }) =>
      judgeAll(breaches, ` in an event ${topic} on ${connection}`),
    ),
  ],
};

/** Where a request has two replies, each may be that of another one (ws.correlation). */
function isConfused(connection: string | undefined, strays: TraceView['strays']): boolean {
  return strays.some(({ connection: on, text }) => {
    if (on !== connection) return false;
    const frame = jsonIn(text);
    return isObject(frame) && frame['type'] === 'reply';
  });
}

function judgeAll(
  breaches: readonly MisfitRecord[] = [],
  where: string,
  ...exchanges: readonly number[]
): readonly InvariantJudgement[] {
  return breaches.flatMap(({ rule, expected, actual }) =>
    isRuleId(rule) ? [judgement(rule, false, expected, `${actual}${where}`, ...exchanges)] : [],
  );
}
