// What came is of the form that the interface and the dialect give. Whether it is the dialect that is wrong was decided
// when the record was made (target/misfit): here, it is not.
import { isRuleId } from '../../contract/rules/catalogue.js';
import type { MisfitRecord } from '../../trace/record.js';
import { type Invariant, type Judgement, judgement } from './invariant.js';

/** It only ever speaks of what does not fit, so no scenario can count on it for a rule. */
export const fitting: Invariant = {
  name: 'fitting',
  rules: [],
  judge: ({ answered, events }) => [
    ...answered.flatMap(({ id, reply }) => judgeAll(reply.breaches, '', id)),
    ...events.flatMap(({ breaches, topic, connection }) =>
      judgeAll(breaches, ` in an event ${topic} on ${connection}`),
    ),
  ],
};

function judgeAll(
  breaches: readonly MisfitRecord[] = [],
  where: string,
  ...exchanges: readonly number[]
): readonly Judgement[] {
  return breaches.flatMap(({ rule, expected, actual }) =>
    isRuleId(rule) ? [judgement(rule, false, expected, `${actual}${where}`, ...exchanges)] : [],
  );
}
