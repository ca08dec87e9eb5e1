// What never came in a whole run, whatever was to bring it: a second frame on a connection, an event.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { TraceRecord } from '../../../trace/record.js';
import { NO_CHANCE, type Undelivered } from '../../target/deliveries.js';
import { EVENT_PROMISES } from '../../target/promises.js';
import { type CheckResult, type Finding, isBreach } from '../../verdict/verdict.js';
import { type Cause, type Detector, LEAST_TIMES, type RunEvidence, viewOf } from './cause.js';
import { keptIn } from '../../../kernel/kept-in.js';

const ALL_CONNECTIONS = 'all connections of the run';

interface Life {
  frames: number;
  /** Clock time in ms of the last frame. */
  at: number;
  /** What came was what was asked for. */
  isWell: boolean;
  closedAt?: number;
}

/** In ms: what is closed later may have been closed for another reason. */
const AT_ONCE = 500;

/**
 * Each connection is closed by the target after the first frame that it has sent: nothing that takes more than one frame
 * can be seen.
 */
export function shortConnections(results: readonly CheckResult[]): readonly Cause[] {
  const lives = results.flatMap(({ trace }) => [...livesIn(trace).values()]);
  const spoken = lives.filter(({ frames }) => frames > 0);
  const cut = spoken.filter(
    ({ isWell, at, closedAt }) => isWell && closedAt !== undefined && closedAt - at <= AT_ONCE,
  );
  // One that the harness itself has closed after its first frame says nothing.
  if (spoken.some(({ frames }) => frames > 1) || cut.length < LEAST_TIMES) return [];
  return [
    {
      rule: 'ws.ping',
      where: ALL_CONNECTIONS,
      expected: 'a connection that stays open, so that each heartbeat on it is answered',
      actual: `each of ${cut.length} connections was closed after the first frame that came on it, and none ever brought a second one`,
      never: 'each connection was closed after its first frame',
      rests: ({ exchanges, where }, { trace, ofRun }) => {
        if (ofRun === true) return where === ALL_CONNECTIONS;
        const last = exchanges.at(-1);
        return last === undefined
          ? [...livesIn(trace).values()].some(({ closedAt }) => closedAt !== undefined)
          : viewOf(trace).exchanges.some(({ id, broken }) => id === last && broken) ||
              /^line \d+: (assert|expectEvent)/.test(where);
      },
    },
  ];
}

function livesIn(trace: readonly TraceRecord[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  const asked = new Map(viewOf(trace).exchanges.map(({ id, request }) => [id, request]));
  for (const record of trace) {
    if (record.kind === 'connection' && record.state === 'open')
      lives.set(record.connection, { frames: 0, at: record.at, isWell: false });
    if (record.kind === 'connection' && record.state === 'closed' && record.by === 'target') {
      const life = lives.get(record.connection);
      if (life) life.closedAt = record.at;
    }
    if (record.kind !== 'reply' && record.kind !== 'event' && record.kind !== 'stray') continue;
    const request = record.kind === 'reply' ? asked.get(record.exchange) : undefined;
    const connection = record.kind === 'reply' ? request?.connection : record.connection;
    const life = lives.get(connection ?? '');
    if (!life) continue;
    life.frames++;
    life.at = record.at;
    // Who sends what is malformed may be sent away.
    life.isWell = record.kind === 'reply' && record.code === SUCCESS && request?.what !== 'raw';
  }
  return lives;
}

/** Events of one topic, or of all of them, that no connection of the run was ever sent: one fault, whatever was to cause them. */
export function silentEvents(
  results: readonly CheckResult[],
  { heard }: Pick<RunEvidence, 'heard'>,
): readonly Cause[] {
  // What could not be read may have been such an event.
  if (results.some(({ trace }) => trace.some((record) => record.kind === 'stray'))) return [];
  const missed = new Map<string, Set<RuleId>>();
  for (const finding of results.flatMap(({ findings }) => findings).filter(isBreach)) {
    const topic = awaitedIn(finding);
    if (topic === undefined || heard.has(topic)) continue;
    keptIn(missed, topic, () => new Set()).add(finding.rule);
  }
  if (missed.size > 1 && heard.size === 0) return [noEvent('events.every-connection', [...missed.keys()])];
  return Object.entries(EVENT_PROMISES).flatMap(([topic, rules]) => {
    const broken = missed.get(topic);
    const rule = rules.find((each) => broken?.has(each));
    return broken !== undefined && broken.size > 1 && rule !== undefined ? [noEvent(rule, [topic])] : [];
  });
}

function noEvent(rule: RuleId, topics: readonly string[]): Cause {
  const [topic] = topics;
  const all = topics.length > 1;
  return {
    rule,
    where: ALL_CONNECTIONS,
    expected: all ? 'events on open connections' : `the event ${topic} on open connections`,
    actual: all
      ? `no event of any topic ever came; ${topics.join(', ')} were waited for`
      : `no event ${topic} ever came, whatever was to cause it`,
    never: all ? 'no event ever came' : `no event ${topic} ever came`,
    rests: (finding) => topics.includes(awaitedIn(finding) ?? ''),
  };
}

/** The topic of the event that a step waited for. */
function awaitedIn({ where }: Finding): string | undefined {
  return /^line \d+: expectEvent (\S+)/.exec(where)?.[1];
}

export const EVENTS: Detector = {
  id: 'target/events',
  title: 'an event does not close the connection that it is due on',
  about:
    'A connection may close at any moment. One that closes each time that an event of a kind is due, and lives on ' +
    'while none is, never delivers that event.',
  detect: (_, { undelivered }) =>
    undelivered
      .filter(({ chance }) => chance <= NO_CHANCE)
      .map((each) => ({
        rule: each.rule,
        where: ALL_CONNECTIONS,
        expected: 'the event on each open connection',
        actual: closedInstead(each),
        never: '',
        // A check that waited in vain has said so by itself: its connection was closed.
        rests: () => false,
      })),
};

function closedInstead({ times, longest, closeCode, quiet }: Undelivered): string {
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  return (
    `it never came: the connection was closed with code ${closeCode} within ${seconds(longest)} of what causes it, ` +
    `${times} times of ${times}; while nothing of that was due, connections were open for ${seconds(quiet.time)} ` +
    `in all, and ${quiet.closed} of them were closed`
  );
}
