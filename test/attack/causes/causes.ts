// Services with one fault that breaks much: what each does wrong, and the rules that a run may name for it. All else
// that fails for it is to say so.
import type { RuleId } from '../../../src/contract/rules/catalogue.js';
import { isObject } from '../../../src/kernel/json.js';
import type { Edge } from '../../../src/simulator/edge/edge.js';
import { refuse } from '../../../src/simulator/service/outcome.js';
import {
  call,
  frames,
  isReply,
  type Json,
  performing,
  onePort,
  publishing,
  replies as restReplies,
  texts,
  withoutEvents,
} from '../../../src/simulator/edge/helpers.js';

export interface WideFault {
  readonly name: string;
  /** The rules that may be named; none: it is legal, or nothing of it is seen. */
  readonly rules: readonly RuleId[];
  /** Where it is another one than these rules say: what the run comes to. */
  readonly end?: string;
  readonly edge: Edge;
}

/** Changes each reply of both channels. `path` is undefined for a frame. */
function replies(edit: (body: Json, path: string | undefined) => Json | undefined): Edge {
  return {
    ...restReplies((body, _, { method, target }) => {
      const edited = edit(body, `${method} ${target}`);
      return edited && { body: JSON.stringify(edited) };
    }),
    ...frames((frame) => (isReply(frame) ? edit(frame, undefined) : undefined)),
  };
}

function without(member: string): (body: Json) => Json {
  return (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
}

/** Changes the command in each reply that carries one. */
function commands(edit: (command: Json) => Json): Edge {
  return replies((body) => {
    const data = body['data'];
    if (!isObject(data) || !isObject(data['command'])) return undefined;
    return { ...body, data: { ...data, command: edit(data['command']) } };
  });
}

const AN_HOUR = 3_600_000;

export const WIDE_FAULTS: readonly WideFault[] = [
  { name: 'no event', rules: ['events.every-connection'], edge: withoutEvents(() => true) },
  {
    name: 'no state event',
    rules: ['events.relay-changed'],
    edge: withoutEvents(({ topic }) => topic === 'device.state.changed'),
  },
  {
    name: 'pending for ever',
    // A slow service shows the same: nothing reads a command that its device has left behind.
    rules: [],
    end: 'undecided',
    edge: commands((command) => ({
      ...without('result')(without('completedAt')(command)),
      status: 'PENDING',
    })),
  },
  {
    name: 'all replies lack data',
    rules: ['envelope.data'],
    edge: replies((body, path) => (path?.includes('/auth/') ? undefined : without('data')(body))),
  },
  {
    name: 'replies lack message',
    rules: ['envelope.message', 'ws.reply-shape'],
    edge: replies(without('message')),
  },
  {
    name: 'errors lack requestId',
    rules: ['envelope.error-request-id'],
    edge: restReplies((body) => ({ body: JSON.stringify(without('requestId')(body)) })),
  },
  {
    name: 'frames lack requestId',
    rules: ['ws.correlation'],
    edge: frames((frame) => (isReply(frame) ? without('requestId')(frame) : undefined)),
  },
  {
    name: 'frames lack type',
    rules: ['ws.reply-shape'],
    edge: frames((frame) => (isReply(frame) ? without('type')(frame) : undefined)),
  },
  // It may be another service altogether: the profile is to be looked at.
  { name: 'replies lack code', rules: [], end: 'profile', edge: replies(without('code')) },
  {
    name: 'commands lack commandId',
    rules: ['commands.shape'],
    edge: commands(without('commandId')),
  },
  { name: 'commands lack status', rules: ['commands.shape'], edge: commands(without('status')) },
  { name: 'commands lack params', rules: ['commands.shape'], edge: commands(without('params')) },
  {
    name: 'commands lack operation',
    rules: ['commands.shape'],
    edge: commands(without('operation')),
  },
  {
    name: 'details lack a group',
    rules: ['devices.refresh-covers-all', 'ws.state-get'],
    edge: replies((body) => {
      const data = body['data'];
      const device = isObject(data) ? data['device'] : undefined;
      if (!isObject(data) || !isObject(device) || !isObject(device['peripherals'])) return undefined;
      const peripherals = without('relays')(device['peripherals']);
      return { ...body, data: { ...data, device: { ...device, peripherals } } };
    }),
  },
  {
    name: 'each key is refused',
    rules: ['idempotency.new-key-new-command'],
    edge: call('operate', (caller, request, next) =>
      request.idempotencyKey === undefined
        ? next(caller, request)
        : refuse('INVALID_PARAMETER', 'not this key'),
    ),
  },
  {
    name: 'each device list is empty',
    rules: ['devices.list'],
    edge: call('listDevices', () => ({ ok: true, value: { devices: [] } })),
  },
  {
    name: 'times an hour off',
    rules: [],
    edge: {
      ...publishing((event) => [{ ...event, occurredAt: event.occurredAt - AN_HOUR }]),
      ...commands((command) =>
        Object.fromEntries(
          Object.entries(command).map(([key, value]) => [
            key,
            key.endsWith('At') && typeof value === 'string'
              ? new Date(Date.parse(value) - AN_HOUR).toISOString()
              : value,
          ]),
        ),
      ),
    },
  },
  {
    name: 'each refresh is refused as offline',
    rules: ['devices.detail-is-live'],
    edge: call('refresh', () => refuse('DEVICE_OFFLINE', 'no answer')),
  },
  {
    name: 'each refresh is 504',
    rules: ['devices.detail-is-live'],
    edge: {
      ...restReplies((body, _, { method, target }) =>
        method === 'GET' && /\/devices\/[^/]+$/.test(target)
          ? { status: 504, body: JSON.stringify({ ...body, code: 'TIMEOUT', data: undefined }) }
          : undefined,
      ),
      ...frames((frame) =>
        isObject(frame['data']) && 'peripherals' in frame['data'] && isReply(frame)
          ? { ...frame, code: 'TIMEOUT', data: undefined }
          : undefined,
      ),
    },
  },
  {
    name: 'each transceive ends in TIMEOUT',
    rules: ['rs485.transceive'],
    edge: commands(({ result, ...command }) =>
      command['operation'] === 'device.rs485.transceive'
        ? { ...command, status: 'TIMEOUT' }
        : { ...command, ...(result === undefined ? {} : { result }) },
    ),
  },
  {
    name: 'each token is refused at once',
    rules: ['auth.token-issued'],
    edge: onePort('access', () => ({ authenticate: () => refuse('AUTH_INVALID', 'no') })),
  },
  {
    name: 'each ticket is refused',
    rules: ['ws.ticket-issued'],
    edge: call('openConnection', () => refuse('TICKET_INVALID', 'no')),
  },
  {
    name: 'closed after its first frame',
    rules: ['ws.ping'],
    edge: {
      ...texts(() => ({
        sent: (_, pass, socket) => {
          pass();
          socket.close({ code: 1000, reason: '' });
        },
      })),
    },
  },
  {
    name: 'no delay with a 429',
    rules: ['limits.shape'],
    edge: {
      ...restReplies((body, { status, headers }) => {
        if (status !== 429) return undefined;
        const { 'Retry-After': _, 'retry-after': __, ...kept } = headers as Record<string, string>;
        return { headers: kept, body: JSON.stringify(without('data')(body)) };
      }),
      ...frames((frame) => (frame['code'] === 'RATE_LIMITED' ? without('data')(frame) : undefined)),
    },
  },
  {
    name: 'each status is 200',
    rules: ['envelope.status-code-pairs'],
    edge: restReplies(() => ({ status: 200 })),
  },
  {
    name: 'each error is 500',
    rules: ['envelope.status-code-pairs'],
    edge: restReplies((_, { status }) => (status >= 400 ? { status: 500 } : undefined)),
  },
  {
    name: 'each error is 500 INTERNAL_ERROR',
    rules: ['auth.invalid-credentials'],
    edge: restReplies((body, { status }) =>
      status >= 400
        ? {
            status: 500,
            headers: {},
            body: JSON.stringify({ ...without('data')(body), code: 'INTERNAL_ERROR' }),
          }
        : undefined,
    ),
  },
  { name: 'each event twice', rules: [], edge: publishing((event) => [event, event]) },
  {
    name: 'one relay off',
    rules: ['relay.effect'],
    edge: performing((device, operation) =>
      device.perform(
        operation.name === 'device.relay.set'
          ? {
              ...operation,
              params: {
                relays: operation.params.relays.map((each) => ({ ...each, index: (each.index % 4) + 1 })),
              },
            }
          : operation,
      ),
    ),
  },
];
