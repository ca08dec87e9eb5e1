// One record of the journal as a line for people.
import type { Operation } from '../../contract/schemas/command.js';
import { escaped } from '../../output/escape.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';

const WIDEST_KIND = 10;

export function recordText(record: JournalRecord): string {
  const time = new Date(record.at).toISOString().slice(11, 23);
  const words = [time, record.kind.padEnd(WIDEST_KIND), ...wordsOf(record)];
  // Keys, identifiers and paths are text of clients.
  return escaped(words.filter((word) => word !== '').join(' '));
}

function wordsOf(record: JournalRecord): string[] {
  switch (record.kind) {
    case 'request':
      return [
        record.what === 'raw' ? `${record.method ?? ''} ${record.path ?? 'a frame'}`.trim() : record.what,
        record.deviceId ?? record.commandId ?? '',
        record.operation ? operationWords(record.operation) : '',
        record.client === undefined ? '' : `by ${record.client}`,
        record.idempotencyKey === undefined ? '' : `key ${record.idempotencyKey}`,
        `#${record.exchange} ${record.channel}`,
      ];
    case 'reply':
      return [
        record.what,
        record.deviceId ?? '',
        record.code ?? '',
        record.commandId ?? '',
        record.commandStatus ?? '',
        `#${record.exchange}`,
      ];
    case 'event':
      return [
        record.topic,
        record.deviceId ?? '',
        record.data === undefined ? '' : JSON.stringify(record.data),
      ];
    case 'physical':
      return [record.deviceId, physicalWords(record.act, record.detail)];
    case 'connection':
      return [
        record.connection,
        record.state,
        record.client === undefined ? '' : `of ${record.client}`,
        record.closeCode === undefined ? '' : String(record.closeCode),
        record.detail ?? '',
      ];
    case 'stimulus':
      return [
        record.deviceId ?? '',
        record.name,
        plain(record.parameters),
        record.outcome === 'failed' ? 'failed' : '',
      ];
    case 'fault':
      return [record.fault, record.deviceId ?? '', `${record.effect}: ${record.cause}`];
    case 'bug':
      return [`conform has failed by its own fault: ${record.message}`];
    default:
      return [JSON.stringify(record)];
  }
}

function operationWords({ name, params }: Operation): string {
  return `${name} ${JSON.stringify(params)}`;
}

function physicalWords(act: string, detail: unknown): string {
  const { index, closed, operation } = detail as { index?: number; closed?: boolean; operation?: Operation };
  if (operation) return `carries out ${operationWords(operation)}`;
  return act === 'relay' ? `relay ${index} ${closed ? 'closes' : 'opens'}` : act;
}

function plain(parameters: unknown): string {
  const text = parameters === undefined ? '' : JSON.stringify(parameters);
  return text === '{}' ? '' : text;
}
