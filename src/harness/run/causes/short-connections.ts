// Each connection is closed by the target after the first frame that it has sent: nothing that takes more than one
// frame can be seen.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { RequestRecord, TraceRecord } from '../../../trace/record.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { LEAST_TIMES, type WideCause } from './wide-cause.js';

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

export function shortConnections(results: readonly CheckResult[]): WideCause | undefined {
  const lives = results.flatMap(({ trace }) => [...livesIn(trace).values()]);
  const spoken = lives.filter(({ frames }) => frames > 0);
  const cut = spoken.filter(
    ({ isWell, at, closedAt }) => isWell && closedAt !== undefined && closedAt - at <= AT_ONCE,
  );
  // One that the harness itself has closed after its first frame says nothing.
  if (spoken.some(({ frames }) => frames > 1) || cut.length < LEAST_TIMES) return undefined;
  return {
    rule: 'ws.ping',
    where: 'all connections of the run',
    expected: 'a connection that stays open, so that each heartbeat on it is answered',
    actual: `each of ${cut.length} connections was closed after the first frame that came on it, and none ever brought a second one`,
    never: 'each connection was closed after its first frame',
    rests: ({ exchanges, where }, { trace, ofRun }) => {
      if (ofRun === true) return where === 'all connections of the run';
      const last = exchanges.at(-1);
      return last === undefined
        ? [...livesIn(trace).values()].some(({ closedAt }) => closedAt !== undefined)
        : trace.some((record) => isUnanswered(record, last)) || /^line \d+: (assert|expectEvent)/.test(where);
    },
  };
}

function isUnanswered(record: TraceRecord, exchange: number): boolean {
  return record.kind === 'broken' && record.exchange === exchange;
}

function livesIn(trace: readonly TraceRecord[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  const asked = new Map<number, RequestRecord>();
  for (const record of trace) {
    if (record.kind === 'connection' && record.state === 'open')
      lives.set(record.connection, { frames: 0, at: record.at, isWell: false });
    if (record.kind === 'connection' && record.state === 'closed' && record.by === 'target') {
      const life = lives.get(record.connection);
      if (life) life.closedAt = record.at;
    }
    if (record.kind === 'request') asked.set(record.exchange, record);
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
