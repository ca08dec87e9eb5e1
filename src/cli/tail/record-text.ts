// One record of the journal as a line for people; a refusal also has lines that say what was wrong.
import type { Operation } from '../../contract/schemas/command.js';
import { formatDuration } from '../../kernel/duration.js';
import { escaped } from '../../output/escape.js';
import { labelled, type Paint } from '../../report/layout.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import { gist } from '../../report/exchanges.js';
import type { RefusalRecord } from '../../trace/record.js';
import { ENDPOINTS } from '../../contract/endpoints.js';
import { PATH_PREFIX } from '../../contract/limits.js';
import { closest } from '../../kernel/did-you-mean.js';

const WIDEST_KIND = 10;
/** Time and kind, with the spaces behind them. */
const HANG = 24;
const DEFAULT_WIDTH = 110;

/** @param columns of the terminal. */
export function recordText(record: JournalRecord, paint: Paint, columns?: number): string {
  const time = new Date(record.at).toISOString().slice(11, 23);
  const brush = isBad(record) ? 'bad' : (BRUSHES[record.kind] ?? 'heading');
  const kind = paint[brush](record.kind.padEnd(WIDEST_KIND));
  // Keys, identifiers and paths are text of clients.
  const words = escaped(
    wordsOf(record)
      .filter((word) => word)
      .join(' '),
  );
  const width = columns ?? Infinity;
  const [first = '', ...more] = labelled('', words, HANG, 0, width);
  const lines =
    record.kind === 'refusal'
      ? refusalLines(record, { indent: HANG, width: columns ?? DEFAULT_WIDTH, paint })
      : [];
  return [`${paint.quiet(time)} ${kind} ${first.trimStart()}`, ...more, ...lines].join('\n');
}

const BRUSHES: Readonly<Partial<Record<JournalRecord['kind'], keyof Paint>>> = {
  fault: 'doubtful',
  delivery: 'doubtful',
  stimulus: 'doubtful',
  reply: 'good',
};

function isBad(record: JournalRecord): boolean {
  if (record.kind === 'reply') return record.code !== 'SUCCESS';
  return record.kind === 'refusal' || record.kind === 'bug';
}

/** What is absent, or empty, is not said. */
function wordsOf(record: JournalRecord): (string | undefined)[] {
  switch (record.kind) {
    case 'request': {
      const { what, method, path, deviceId, commandId, operation, client, idempotencyKey, channel } = record;
      return [
        what === 'raw' ? `${method ?? ''} ${path ?? 'a frame'}`.trim() : what,
        deviceId ?? commandId,
        operation && operationWords(operation),
        client && `by ${client}`,
        idempotencyKey && `key ${idempotencyKey}`,
        `#${record.exchange} ${channel}`,
      ];
    }
    case 'reply': {
      const { what, deviceId, code, commandId, commandStatus, exchange } = record;
      return [what, deviceId, code, commandId, commandStatus, `#${exchange}`, took(record.took)];
    }
    case 'delivery':
      return [`#${record.exchange}`, record.outcome, record.code, took(record.took ?? 0)];
    case 'refusal': {
      const { method, path, what, status, code, exchange } = record;
      const answer = [status, code].filter((part) => part !== undefined).join(' ');
      return [method === undefined ? what : `${method} ${path ?? ''}`, `-> ${answer}`, `#${exchange}`];
    }
    case 'event':
      return [record.topic, record.deviceId, record.data === undefined ? '' : JSON.stringify(record.data)];
    case 'physical':
      return [record.deviceId, physicalWords(record.act, record.detail)];
    case 'connection': {
      const { connection, state, client, closeCode, status, detail } = record;
      return [connection, state, client && `of ${client}`, closeCode?.toString(), status?.toString(), detail];
    }
    case 'stimulus': {
      const failed = record.outcome === 'failed' ? 'failed' : '';
      return [record.deviceId, record.name, spelled(record.parameters), failed, record.detail];
    }
    case 'fault':
      return [record.fault, record.deviceId, `${record.effect}: ${record.cause}`];
    case 'bug':
      return [`conform has failed by its own fault: ${record.message}`];
    default:
      return [JSON.stringify(record)];
  }
}

/** What is quicker than this is not worth a word; in ms. */
const NOTABLE = 1;

function took(time: number): string {
  return time < NOTABLE ? '' : `in ${formatDuration(Math.round(time))}`;
}

function operationWords({ name, params }: Operation): string {
  return `${name} ${JSON.stringify(params)}`;
}

function physicalWords(act: string, detail: unknown): string {
  const { index, closed, operation } = detail as { index?: number; closed?: boolean; operation?: Operation };
  if (operation) return `carries out ${operationWords(operation)}`;
  return act === 'relay' ? `relay ${index} ${closed ? 'closes' : 'opens'}` : act;
}

function spelled(parameters: unknown): string {
  const text = parameters === undefined ? '' : JSON.stringify(parameters);
  return text === '{}' ? '' : text;
}

// What was wrong with a request, below the line of its refusal: why, where, what came, and what went back.

interface Place {
  readonly indent: number;
  readonly width: number;
  readonly paint: Paint;
}

const LABEL = 10;
const MOST_BODY = 400;

function refusalLines(record: RefusalRecord, { indent, width, paint }: Place): string[] {
  const line = (label: string, text: string): string[] =>
    labelled(label, escaped(text), indent, LABEL, width);
  const { problems = [], reason, sent, returned } = record;
  const wrong = problems.map(({ pointer, expected, came }) => {
    const found =
      came === undefined
        ? 'nothing came'
        : `${typeof came === 'string' ? JSON.stringify(came) : gist(came, MOST_BODY)} came`;
    return `${pointer || 'the whole'}: expected ${expected}; ${found}`;
  });
  const near =
    record.code === 'NOT_FOUND' && record.path !== undefined
      ? nearestEndpoint(record.method ?? '', record.path)
      : undefined;
  const meant = near === undefined ? [] : [`${near}; conform list endpoints shows all`];
  return [
    ...(wrong.length === 0 ? [reason] : wrong).flatMap((text, at) =>
      line(at === 0 ? 'wrong' : '', text).map(paint.bad),
    ),
    ...meant.flatMap((text) => line('meant?', text)),
    ...(sent === undefined ? [] : line('sent', gist(sent, MOST_BODY))),
    ...(returned === undefined ? [] : line('answered', gist(returned, MOST_BODY)).map(paint.quiet)),
  ];
}

// What was meant by a request for a path that the interface does not have.

const ALL = Object.values(ENDPOINTS).map(({ method, path }) => ({ method, path }));

/** `POST /svc/v1/devices/{deviceId}/relays/commands`, and its like; undefined where nothing comes near. */
export function nearestEndpoint(method: string, path: string): string | undefined {
  const [plain = ''] = path.split('?');
  const asked = plain.startsWith(PATH_PREFIX) ? plain : `${PATH_PREFIX}${plain}`;
  const parts = asked.split('/');
  // The values of parameters say nothing: they take the place of those of each endpoint.
  const filled = ALL.map((each) => ({ ...each, like: filledIn(each.path, parts) }));
  const near = closest(
    asked,
    filled.map(({ like }) => like),
  );
  const isMeant = (like: string): boolean => like === near;
  const found =
    filled.find(({ like }) => like.startsWith(`${asked}/`)) ??
    filled.find(({ like, method: of }) => isMeant(like) && of === method) ??
    filled.find(({ like }) => isMeant(like));
  return found && `${found.method} ${found.path}`;
}

function filledIn(path: string, parts: readonly string[]): string {
  const fits = (parameter: string, value: string | undefined): boolean =>
    value !== undefined && (parameter !== '{index}' || /^\d+$/.test(value));
  return path
    .split('/')
    .map((part, at) => (part.startsWith('{') && fits(part, parts[at]) ? (parts[at] ?? part) : part))
    .join('/');
}
