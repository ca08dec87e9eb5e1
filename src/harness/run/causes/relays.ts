// Whether relays do what commands say, and whether that is seen, over a whole run: what was set with SUCCESS, and what
// came afterwards. Where nothing of a kind ever came, that is one cause, and not a breach of each rule that rests on it.
import { SUCCESS } from '../../../contract/error-codes.js';
import { type Ability, restsOn, type RuleId } from '../../../contract/rules/catalogue.js';
import { mayOverlap } from '../../../kernel/interval.js';
import type { TraceRecord } from '../../../trace/record.js';
import { type HistoryRead, type HistoryWrite, intendedIn, relayHistory } from '../../judge/history.js';
import {
  listenersIn,
  type StateEvent,
  stateEventsAbout,
  stateEventsOf,
  type TraceView,
  viewTrace,
} from '../../judge/trace-view.js';
import type { Values } from '../../target/registers.js';
import type { Finding } from '../../verdict/verdict.js';
import { type Detector, type NeverSeen, viewOf } from './cause.js';

const LEAST_TRIES = 4;
/** A state that is stale shows no change either: without an event, that can not be told apart. */
const LEAST_WATCHED = 2;

/** Undefined where all of it was seen, or where there are too few tries to say that it was not. */
export function neverSeenIn(traces: readonly (readonly TraceRecord[])[]): NeverSeen | undefined {
  // A device goes from check to check: what one has read is how it was before the next one.
  const view = viewTrace(traces.flat().toSorted((a, b) => a.at - b.at));
  const devices = new Set(intendedIn(view).map(({ deviceId }) => deviceId));
  const all = [...devices].flatMap((deviceId) => effectsOn(deviceId, view));
  // A relay that was so before shows nothing, unless it is not there at all.
  const tried = all.filter(
    ({ read, relays }) =>
      read && relays.some((each) => isChange(each) || (each.was === undefined && !each.isInRead)),
  );
  const tries = new Set(tried.map(({ read }) => read)).size;
  if (tries < LEAST_TRIES) return undefined;
  const connected = traces.flatMap((trace) =>
    listenersIn(viewOf(trace)).map(({ openedAt, closedAt }) => {
      return { from: openedAt, to: closedAt ?? trace.at(-1)?.at ?? openedAt };
    }),
  );
  const watched = all.filter(
    ({ write, relays }) => relays.some(isChange) && connected.some((each) => mayOverlap(each, write.span)),
  ).length;
  const what = whatIsMissing(all, watched, isAnyRelayNamed(view));
  return what && { what, tries, watched, devices: new Set(tried.map(({ deviceId }) => deviceId)).size };
}

/** What a command has done for certain to relays that nothing else may have switched since. */
interface RelayEffect {
  readonly deviceId: string;
  readonly write: HistoryWrite;
  /** The first read after it. */
  readonly read: HistoryRead | undefined;
  readonly relays: readonly EffectOnRelay[];
  /** Where a command for one relay, which was otherwise before, has changed something. */
  readonly where: 'named' | 'elsewhere' | undefined;
}

interface EffectOnRelay {
  readonly on: boolean;
  /** As the device showed it last before the command. */
  readonly was: boolean | undefined;
  readonly isInRead: boolean;
  readonly isShown: boolean;
}

function isChange({ on, was }: EffectOnRelay): boolean {
  return was !== undefined && was !== on;
}

function effectsOn(deviceId: string, view: TraceView): readonly RelayEffect[] {
  const { writes, reads } = relayHistory(deviceId, view);
  const events = stateEventsAbout(deviceId, view);
  return writes.flatMap((write) => {
    if (!write.certain) return [];
    const read = reads.find(({ span }) => span.from >= write.span.to);
    const before = reads.findLast(({ span }) => span.to <= write.span.from);
    const until = read?.span.to ?? Number.POSITIVE_INFINITY;
    const others = writes.filter((other) => other !== write && other.span.from < until);
    const told = events.filter(({ record: { at } }) => at >= write.span.from && at <= until);
    const relays = [...write.values].flatMap(([register, on]): readonly EffectOnRelay[] => {
      const meddles = (other: HistoryWrite): boolean =>
        other.values.has(register) && endOf(other) > write.span.from;
      if (typeof on !== 'boolean' || others.some(meddles)) return [];
      const shown = read?.values.get(register);
      const isShown = shown === on || told.some(({ state }) => state.get(register) === on);
      const was = before?.values.get(register);
      return [
        { on, was: typeof was === 'boolean' ? was : undefined, isInRead: shown !== undefined, isShown },
      ];
    });
    const isAlone = before && !others.some((other) => endOf(other) > before.span.from);
    const where = isAlone ? changedWhere(write, before.values, { read, told }) : undefined;
    return [{ deviceId, write, read, relays, where }];
  });
}

/** One of which nobody knows whether it was carried out would otherwise be in the way of all that comes after it. */
function endOf({ certain, span }: HistoryWrite): number {
  return certain ? span.to : span.from;
}

/** Undefined where it names several relays, or one that was so before. */
function changedWhere(
  { values }: HistoryWrite,
  before: Values,
  { read, told }: { readonly read: HistoryRead | undefined; readonly told: readonly StateEvent[] },
): RelayEffect['where'] {
  const [[relay, on] = [], ...more] = values;
  if (relay === undefined || typeof on !== 'boolean' || more.length > 0 || before.get(relay) !== !on)
    return undefined;
  const where = (now: Values): RelayEffect['where'] => {
    const isNamed = now.get(relay) === on;
    const areOthers = [...before].some(
      ([each, was]) => each !== relay && now.has(each) && now.get(each) !== was,
    );
    // Where both have changed, more than one command may have done it.
    if (isNamed === areOthers) return undefined;
    return isNamed ? 'named' : 'elsewhere';
  };
  if (told.some(({ named, state }) => named.has(relay) && where(state) === 'named')) return 'named';
  return read && where(read.values);
}

/** Commands that switched others. */
const LEAST_ELSEWHERE = 6;
/** What others or an earlier command do to a relay may once look like the work of a command. */
const MOST_BY_CHANCE = 3;
const SHARE_BY_CHANCE = 0.2;

function areOthersSwitched(all: readonly RelayEffect[]): boolean {
  const named = all.filter(({ where }) => where === 'named').length;
  const elsewhere = all.filter(({ where }) => where === 'elsewhere').length;
  return elsewhere >= LEAST_ELSEWHERE && named <= Math.min(MOST_BY_CHANCE, elsewhere * SHARE_BY_CHANCE);
}

function whatIsMissing(
  all: readonly RelayEffect[],
  watched: number,
  isNamed: boolean,
): NeverSeen['what'] | undefined {
  const relays = all.flatMap((effect) => effect.relays);
  if (!relays.some(({ isInRead }) => isInRead)) return 'state';
  if (areOthersSwitched(all)) return 'named';
  if (watched < LEAST_WATCHED || isNamed) return undefined;
  return relays.some((relay) => isChange(relay) && relay.isShown) ? 'event' : 'change';
}

/** Of an event that does not fit the dialect nobody knows what it names. */
function isAnyRelayNamed(view: TraceView): boolean {
  const namesRelay = ({ named }: StateEvent): boolean => [...named].some((each) => each.startsWith('relay '));
  return (
    stateEventsOf(view).some(({ changed }) => changed.some(namesRelay)) ||
    view.events.some(({ topic, mismatches }) => topic === 'device.state.changed' && mismatches?.length)
  );
}

interface Lack {
  /** The rule that promises it. */
  readonly rule: RuleId;
  readonly expected: string;
  readonly never: string;
  /** What a service is without then: rules that rest on it cannot be seen to hold. */
  readonly without: Ability;
}

const LACKS: { readonly [what in NeverSeen['what']]: Lack } = {
  change: {
    rule: 'relay.effect',
    expected: 'each relay that a succeeded command names in the state that was asked for',
    never: 'no relay was ever seen to change',
    without: 'relay-change',
  },
  state: {
    rule: 'devices.refresh-covers-all',
    expected: 'the relays that were switched in the state of their device',
    never: 'no state of a device ever had a relay that was switched',
    without: 'relay-state',
  },
  named: {
    rule: 'relay.effect',
    expected: 'the relay that a succeeded command names in the state that was asked for',
    never: 'no command for one relay ever switched that relay, but others',
    without: 'named-relay',
  },
  event: {
    rule: 'events.relay-changed',
    expected: 'an event that names the relay that has changed',
    never: 'no event ever named a relay',
    without: 'relay-event',
  },
};

export const RELAY_CHANGES: Detector = {
  id: 'target/relays',
  title: 'a relay that a command has switched is seen to have changed',
  about:
    'A single state or event may lack a change for many reasons. That no change of any relay shows, in none of them ' +
    'in a whole run, has one.',
  detect: (_, { neverSeen }) => {
    if (neverSeen === undefined) return [];
    const { rule, expected, never, without } = LACKS[neverSeen.what];
    return [
      {
        rule,
        where: 'all requests of the run',
        expected,
        actual: `${never}: ${triesOf(neverSeen)}`,
        // That no event came may have a reason in who was listening.
        ...(neverSeen.what === 'change' ? {} : { ifFound: true }),
        never,
        rests: (finding, { trace }) =>
          finding.rule !== rule && restsOn(finding.rule, without) && isAfterSwitching(finding, trace),
      },
    ];
  },
};

/** A relay was switched with success before. */
function isAfterSwitching({ exchanges }: Finding, records: readonly TraceRecord[]): boolean {
  const last = exchanges.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...exchanges);
  return viewOf(records).answered.some(
    ({ id, request, reply }) =>
      request.operation?.name === 'device.relay.set' && reply.code === SUCCESS && id <= last,
  );
}

function triesOf({ tries, devices, watched }: NeverSeen): string {
  const on = `${devices} ${devices === 1 ? 'device' : 'devices'}`;
  return (
    `after ${tries} commands that succeeded and were to change one, a state of ${on} was read; a connection was open ` +
    `during ${watched} such commands`
  );
}
