// What might have given rise to an event that must not come: where none came, that speaks for the rule.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type JudgeBounds, type InvariantJudgement, judgement } from '../invariant.js';
import type { TraceView } from '../trace-view.js';
import { relayHistory } from '../model/history.js';
import type { Intended } from '../model/intended.js';
import { isEntitled, type Listener } from '../model/listeners.js';
import { CONFIG_OPERATIONS, ANALOG_STIMULI } from './event-causes.js';

/** @param listener of a connection on which no event of the device came without a cause. */
export function occasionsOn(
  listener: Listener,
  deviceId: string,
  intended: readonly Intended[],
  view: TraceView,
  { eventPatience }: JudgeBounds,
): readonly InvariantJudgement[] {
  const { connection, openedAt, lastSeen = Number.NEGATIVE_INFINITY } = listener;
  if (lastSeen < openedAt + eventPatience || !isEntitled(listener, deviceId, view)) return [];
  const { writes } = relayHistory(deviceId, view);
  const heard = (at: number): boolean => at >= openedAt && at + eventPatience <= lastSeen;
  const settings = intended.filter(
    ({ deviceId: of, operation, uses }) =>
      of === deviceId &&
      CONFIG_OPERATIONS.has(operation.name) &&
      uses.some(({ reply }) => reply?.code === SUCCESS && heard(reply.at)),
  );
  const analog = view.stimuli.some(
    (each) => each.deviceId === deviceId && ANALOG_STIMULI.has(each.name) && heard(each.at),
  );
  const rules: readonly (readonly [RuleId, boolean])[] = [
    ['events.not-replayed', writes.some(({ certain, span }) => certain && span.to < openedAt)],
    ['events.not-for-config', settings.length > 0],
    ['events.not-for-analog', analog],
  ];
  const expected = `no event of ${deviceId} on ${connection} without a change`;
  return rules.flatMap(([rule, occasion]) =>
    occasion ? [judgement(rule, true, expected, 'none came')] : [],
  );
}
