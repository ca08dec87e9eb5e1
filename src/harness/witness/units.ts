// A trace in the parts that can be left out: a request with what became of it, an event, a stray frame, a stimulus.
import { defined } from '../../kernel/defined.js';
import type { TraceRecord } from '../../trace/record.js';

export interface TraceUnit {
  readonly records: readonly TraceRecord[];
  /** Of an exchange. */
  readonly exchange?: number;
  /** Of anything else. */
  readonly seq?: number;
  readonly connection?: string;
  readonly deviceId?: string;
  readonly client?: string;
}

/** In the order in which they were seen first. Connections are no units: they come with what is on them. */
export function unitsOf(records: readonly TraceRecord[]): readonly TraceUnit[] {
  const parts = new Map<number, TraceRecord[]>();
  const units: TraceUnit[] = [];
  for (const record of records) {
    switch (record.kind) {
      case 'request': {
        const own = [record];
        parts.set(record.exchange, own);
        const { exchange, connection, deviceId, client } = record;
        units.push(defined({ records: own, exchange, connection, deviceId, client }));
        break;
      }
      case 'reply':
      case 'broken':
      case 'delivery':
        parts.get(record.exchange)?.push(record);
        break;
      case 'event':
      case 'stray':
        units.push({ records: [record], seq: record.seq, connection: record.connection });
        break;
      case 'stimulus':
        units.push(defined({ records: [record], seq: record.seq, deviceId: record.deviceId }));
        break;
      default:
        break;
    }
  }
  return units;
}

/** The records of some units in the order of the trace, with those of the connections that they name. */
export function recordsOf(
  units: readonly TraceUnit[],
  records: readonly TraceRecord[],
): readonly TraceRecord[] {
  const connections = new Set(units.flatMap(({ connection }) => connection ?? []));
  const kept = new Set(units.flatMap((unit) => unit.records));
  return records.filter(
    (record) => kept.has(record) || (record.kind === 'connection' && connections.has(record.connection)),
  );
}
