// What an event of a changed state says of the channels that changed, against the state that it shows.
import { type JudgeBounds, type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { type DeviceEvents, type StateEvent, stateEventsOf } from './state-events.js';
import type { TraceView } from './trace-view.js';

/**
 * Events may come late, twice, in another order, and one for each change though changes came together: that a
 * channel differs from the event before and is not named is no breach, when another event names it.
 * What proves a breach:
 * - `changes` is empty. That is no relay and no input: such an event is sent for nothing that may send one, be
 *   it a configuration or an analog value. (That an event follows a configuration proves nothing: another
 *   change may be its cause.)
 * - a channel is named that the complete state does not have.
 * - a channel has changed between two events of one connection, no event of it names that channel, and the
 *   connection was long enough open before and after for all that were on their way.
 */
export const eventState: Invariant = {
  name: 'event-state',
  rules: ['events.changes', 'events.peripherals'],
  judge: (view, bounds) =>
    stateEventsOf(view).flatMap((events) => [
      ...events.changed.flatMap(judgeEvent),
      ...judgeUnnamed(events, view, bounds),
    ]),
};

function judgeEvent({ record, named, state }: StateEvent): readonly InvariantJudgement[] {
  const about = `in an event of ${record.deviceId} on ${record.connection}`;
  const list = [...named].join(', ');
  const missing = [...named].filter((channel) => !state.has(channel));
  return [
    judgement(
      'events.changes',
      named.size > 0,
      'changes to name at least one relay or digital input',
      `${list || 'nothing'} ${about}`,
    ),
    ...(named.size === 0
      ? []
      : [
          judgement(
            'events.peripherals',
            missing.length === 0,
            `peripherals to show what changes names (${list})`,
            `${missing.length === 0 ? 'all of it' : `no ${missing.join(', no ')}`} ${about}`,
          ),
        ]),
  ];
}

function judgeUnnamed(
  events: DeviceEvents,
  view: TraceView,
  bounds: JudgeBounds,
): readonly InvariantJudgement[] {
  const { connection, deviceId, changed } = events;
  if (!events.undisturbed || !isComplete(events, view)) return [];
  const { from, to } = settledTime(connection, view, bounds);
  const named = new Set(changed.flatMap((each) => [...each.named]));
  const settled = changed.filter(({ record }) => record.at >= from && record.at <= to);
  return settled.slice(1).map((later, at) => {
    const before = settled[at] ?? later;
    const silent = [...later.state].flatMap(([channel, on]) => {
      const was = before.state.get(channel);
      return was !== undefined && was !== on && !named.has(channel) ? [channel] : [];
    });
    const held = silent.length === 0;
    const actual = held
      ? 'each that differed is named'
      : `${silent.join(', ')} differed, and no event names it`;
    const expected = `each channel of ${deviceId} that has changed named in an event on ${connection}`;
    return judgement('events.changes', held, expected, actual);
  });
}

/** The moments between which all events about an event's state must have come on its own connection. */
function settledTime(
  connection: string,
  { connections, lastSeen }: TraceView,
  { eventPatience }: JudgeBounds,
): { readonly from: number; readonly to: number } {
  const open = connections.find((each) => each.connection === connection && each.state === 'open');
  return {
    from: (open?.at ?? Number.POSITIVE_INFINITY) + eventPatience,
    to: (lastSeen.get(connection) ?? Number.NEGATIVE_INFINITY) - eventPatience,
  };
}

/** No event that might name a channel was unreadable, and the device has stayed the same one. */
function isComplete({ connection, deviceId }: DeviceEvents, { events, exchanges }: TraceView): boolean {
  const unreadable = events.some((each) => each.connection === connection && each.mismatches?.length);
  const replaced = exchanges.some(
    ({ request: { what, deviceId: which = deviceId } }) =>
      (what === 'devices.add' || what === 'devices.remove') && which === deviceId,
  );
  return !unreadable && !replaced;
}
