// Opens a WebSocket connection with a ticket, and makes a Connection of it.
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import { formatDuration } from '../../../kernel/duration.js';
import { isObject } from '../../../kernel/json.js';
import type { CallOutcome } from '../call.js';
import type { Connected, TargetConnection } from '../target.js';
import type { OpenOutcome, Socket, SocketHandlers } from '../transport.js';
import { type ConnectionLife, createConnectionLife } from './connection-life.js';
import type { Driver } from './driver.js';
import { readFrame } from './inbound-frame.js';
import { parseJson } from './parse-json.js';
import type { TraceRecorder } from './recorder.js';
import { withinPatience } from './within-patience.js';
import { createWsExchanges, type WsExchanges } from './ws-exchange.js';

export interface OpenSettings {
  readonly client: string;
  readonly name: string;
  /** Null leaves the query parameter out. */
  readonly ticket: string | null;
  readonly bearer?: string | undefined;
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
  /** Its ticket is fresh, so it is to be opened. */
  readonly fresh?: boolean;
}

const NORMAL_CLOSE = 1000;
const ABNORMAL_CLOSE = 1006;
/** Longer frames are not recorded whole when nobody knows what they are. */
const LONGEST_STRAY = 4096;

export async function openConnection(
  driver: Driver,
  recorder: TraceRecorder,
  { client, name: wanted, ticket, bearer, patience, signal: interrupt, fresh = false }: OpenSettings,
): Promise<Connected> {
  await driver.ceiling.admit(interrupt);
  const name = recorder.connectionName(wanted);
  const alias = ticket === null ? {} : { ticket: driver.secrets.ticket(ticket, 'sent') };
  recorder.record({ kind: 'connection', connection: name, client, state: 'opening', ...alias });

  const line: { socket?: Socket } = {};
  const life = createConnectionLife(recorder, name, client, driver);
  driver.displacement.opening(client, life);
  const exchanges = createWsExchanges({ driver, recorder, life, client, socket: () => line.socket });
  const path = WEBSOCKET_PATH + (ticket === null ? '' : `?ticket=${encodeURIComponent(ticket)}`);
  const bounds = { patience, signal: interrupt };
  const { result, over } = await withinPatience(driver.clock, bounds, (signal) =>
    driver.transport.open(path, handlers(driver, recorder, life, exchanges), {
      signal,
      ...(bearer === undefined ? {} : { bearer }),
    }),
  );
  if (result.kind === 'refused') {
    driver.displacement.closed(client, life);
    const detail =
      over === 'late' ? `the upgrade was not answered within ${formatDuration(patience)}` : detailOf(result);
    const status = result.status === undefined ? {} : { status: result.status };
    recorder.record({ kind: 'connection', connection: name, client, state: 'refused', ...status, detail });
    if (over !== 'interrupted')
      driver.answers.connected({ client, wanted: fresh }, refusalOf(result, over, detail));
    const unanswered = over === 'late' ? { unanswered: true as const } : {};
    return { kind: 'refused', context: 'upgrade', ...status, ...unanswered, detail };
  }
  driver.answers.connected({ client }, undefined);
  driver.quotas.connected(client);
  line.socket = result.socket;
  life.open();
  return { kind: 'open', connection: connectionOf(driver, life, exchanges, client, result.socket) };
}

/** A refused upgrade as the outcome of a request. */
function refusalOf(
  { status }: Extract<OpenOutcome, { kind: 'refused' }>,
  over: 'late' | 'interrupted' | undefined,
  detail: string,
): CallOutcome {
  if (status === undefined) return { kind: 'broken', reason: over === 'late' ? 'timeout' : 'reset', detail };
  const reply = { status, code: '', message: '', data: undefined, headers: {}, mismatches: [] };
  return { kind: 'reply', reply };
}

function handlers(
  driver: Driver,
  recorder: TraceRecorder,
  life: ConnectionLife,
  exchanges: WsExchanges,
): SocketHandlers {
  return {
    frame: (text, binary, malformed) => {
      life.open();
      if (malformed !== undefined) recordMalformed(recorder, life, text, malformed);
      const frame = binary
        ? ({ kind: 'stray', detail: 'a binary frame', misfit: undefined } as const)
        : readFrame(driver, text, exchanges.isWaiting);
      if (frame.kind === 'event') life.event(frame);
      else if (frame.kind === 'reply') exchanges.reply(frame.requestId, frame.body, text);
      else
        recorder.record({
          kind: 'stray',
          connection: life.name,
          text: text.slice(0, LONGEST_STRAY),
          detail: frame.detail,
          ...(frame.misfit && { misfit: true }),
        });
    },
    closed: (close) => {
      life.open();
      if (close.malformed !== undefined && !life.closed)
        recordMalformed(recorder, life, close.reason, close.malformed);
      if (close.flooded) life.endingHere();
      if (!life.end(close)) return;
      const { by = 'target', displaced } = life.closed ?? {};
      const reason = by === 'harness' ? 'cut' : 'reset';
      const why = displaced ? `, as another connection of its API client was opened` : '';
      exchanges.breakAll(
        reason,
        `the ${by} closed the connection with code ${close.code} before the reply${why}`,
        displaced,
      );
    },
  };
}

function recordMalformed(recorder: TraceRecorder, life: ConnectionLife, text: string, detail: string): void {
  const stray = { kind: 'stray', connection: life.name, text: text.slice(0, LONGEST_STRAY) } as const;
  recorder.record({ ...stray, detail, malformed: true });
}

function connectionOf(
  driver: Driver,
  life: ConnectionLife,
  exchanges: WsExchanges,
  client: string,
  socket: Socket,
): TargetConnection {
  const cut = (): void => {
    if (life.closed) return;
    life.endingHere();
    socket.cut();
    // Whatever the transport still has to say about it: for the harness the connection ends here.
    const close = { code: ABNORMAL_CLOSE, reason: '' };
    if (life.end(close)) exchanges.breakAll('cut', 'the connection was cut on purpose before the reply');
  };
  return {
    name: life.name,
    client,
    openedAt: life.openedAt ?? driver.clock.now(),
    get closed() {
      return life.closed;
    },
    get droppedEvents() {
      return life.droppedEvents;
    },
    request: (call, { cutAfterSending = false, patience = driver.patience, signal, wanted } = {}) =>
      exchanges.request(call, { cutAfterSending, patience, signal, wanted }),
    events: life.events,
    listen: life.listen,
    close: async () => {
      if (life.closed) return;
      life.endingHere();
      const timer = driver.clock.setTimer('patience with a close', driver.patience, cut);
      socket.close(NORMAL_CLOSE, '');
      await life.over();
      timer.cancel();
    },
    cut,
  };
}

/** With the code of the refusal, when its body is an envelope: the interface leaves it open, people want it. */
function detailOf({ detail, body = '' }: Extract<OpenOutcome, { kind: 'refused' }>): string {
  const parsed = parseJson(body);
  const code = parsed.ok && isObject(parsed.value) ? parsed.value['code'] : undefined;
  return typeof code === 'string' ? `${detail} ${code}` : detail;
}
