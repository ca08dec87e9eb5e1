// Each connection is closed by the target after the first frame that it has sent: nothing that takes more than one
// frame can be seen.
import type { TraceRecord } from '../../../trace/record.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { LEAST_TIMES, type WideCause } from './wide-cause.js';

interface Life {
  frames: number;
  closed: boolean;
}

export function shortConnections(results: readonly CheckResult[]): WideCause | undefined {
  const lives = results.flatMap(({ trace }) => [...livesIn(trace).values()]);
  const spoken = lives.filter(({ frames }) => frames > 0);
  const cut = spoken.filter(({ closed }) => closed);
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
        ? [...livesIn(trace).values()].some(({ closed }) => closed)
        : trace.some((record) => isUnanswered(record, last)) || /^line \d+: (assert|expectEvent)/.test(where);
    },
  };
}

function isUnanswered(record: TraceRecord, exchange: number): boolean {
  return record.kind === 'broken' && record.exchange === exchange;
}

function livesIn(trace: readonly TraceRecord[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  const connections = new Map<number, string>();
  const frame = (connection: string | undefined): void => {
    const life = lives.get(connection ?? '');
    if (life) life.frames++;
  };
  for (const record of trace) {
    if (record.kind === 'connection' && record.state === 'open')
      lives.set(record.connection, { frames: 0, closed: false });
    if (record.kind === 'connection' && record.state === 'closed') {
      const life = lives.get(record.connection);
      if (life && record.by === 'target') life.closed = true;
    }
    if (record.kind === 'request' && record.connection !== undefined)
      connections.set(record.exchange, record.connection);
    if (record.kind === 'reply') frame(connections.get(record.exchange));
    if (record.kind === 'event' || record.kind === 'stray') frame(record.connection);
  }
  return lives;
}
