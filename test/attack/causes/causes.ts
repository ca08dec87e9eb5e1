// Services with one fault that breaks much: what each does wrong, and the rules that a run may name for it. All else
// that fails for it is to say so.
import type { RuleId } from '../../../src/contract/rules/catalogue.js';
import { isObject } from '../../../src/kernel/json.js';
import type { Decoration } from '../../../src/simulator/decoration.js';
import { withoutEvents, withPublishing } from '../../../src/simulator/defects/wrap/events.js';
import { withPorts } from '../../../src/simulator/defects/wrap/ports.js';
import { withPerform } from '../../../src/simulator/defects/wrap/operations.js';
import { withService } from '../../../src/simulator/defects/wrap/service.js';
import { refuse } from '../../../src/simulator/service/outcome.js';
import { editFrames, editReplies, isReply, type Json } from '../../../src/simulator/wire/edit-messages.js';

export interface WideFault {
  readonly name: string;
  /** The rules that may be named; none: it is legal, or nothing of it is seen. */
  readonly rules: readonly RuleId[];
  /** Where it is another one than these rules say: what the run comes to. */
  readonly end?: string;
  decorate(): Decoration;
}

/** Changes each reply of both channels. `path` is undefined for a frame. */
function replies(edit: (body: Json, path: string | undefined) => Json | undefined): Decoration {
  return {
    ...editReplies((body, _, { method, target }) => {
      const edited = edit(body, `${method} ${target}`);
      return edited && { body: JSON.stringify(edited) };
    }),
    ...editFrames((frame) => (isReply(frame) ? edit(frame, undefined) : undefined)),
  };
}

function without(member: string): (body: Json) => Json {
  return (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
}

/** Changes the command in each reply that carries one. */
function commands(edit: (command: Json) => Json): Decoration {
  return replies((body) => {
    const data = body['data'];
    if (!isObject(data) || !isObject(data['command'])) return undefined;
    return { ...body, data: { ...data, command: edit(data['command']) } };
  });
}

const AN_HOUR = 3_600_000;

export const WIDE_FAULTS: readonly WideFault[] = [
  { name: 'no event', rules: ['events.every-connection'], decorate: () => withoutEvents(() => true) },
  {
    name: 'no state event',
    rules: ['events.relay-changed'],
    decorate: () => withoutEvents(({ topic }) => topic === 'device.state.changed'),
  },
  {
    name: 'pending for ever',
    // A slow service shows the same: nothing reads a command that its device has left behind.
    rules: [],
    end: 'undecided',
    decorate: () =>
      commands((command) => ({
        ...without('result')(without('completedAt')(command)),
        status: 'PENDING',
      })),
  },
  {
    name: 'all replies lack data',
    rules: ['envelope.data'],
    decorate: () => replies((body, path) => (path?.includes('/auth/') ? undefined : without('data')(body))),
  },
  {
    name: 'replies lack message',
    rules: ['envelope.message', 'ws.reply-shape'],
    decorate: () => replies(without('message')),
  },
  {
    name: 'errors lack requestId',
    rules: ['envelope.error-request-id'],
    decorate: () => editReplies((body) => ({ body: JSON.stringify(without('requestId')(body)) })),
  },
  {
    name: 'frames lack requestId',
    rules: ['ws.correlation'],
    decorate: () => editFrames((frame) => (isReply(frame) ? without('requestId')(frame) : undefined)),
  },
  {
    name: 'frames lack type',
    rules: ['ws.reply-shape'],
    decorate: () => editFrames((frame) => (isReply(frame) ? without('type')(frame) : undefined)),
  },
  // It may be another service altogether: the profile is to be looked at.
  { name: 'replies lack code', rules: [], end: 'profile', decorate: () => replies(without('code')) },
  {
    name: 'commands lack commandId',
    rules: ['commands.shape'],
    decorate: () => commands(without('commandId')),
  },
  { name: 'commands lack status', rules: ['commands.shape'], decorate: () => commands(without('status')) },
  { name: 'commands lack params', rules: ['commands.shape'], decorate: () => commands(without('params')) },
  {
    name: 'commands lack operation',
    rules: ['commands.shape'],
    decorate: () => commands(without('operation')),
  },
  {
    name: 'details lack a group',
    rules: ['devices.refresh-covers-all', 'ws.state-get'],
    decorate: () =>
      replies((body) => {
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
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) =>
          request.idempotencyKey === undefined
            ? service.operate(caller, request)
            : refuse('INVALID_PARAMETER', 'not this key'),
      })),
  },
  {
    name: 'each device list is empty',
    rules: ['devices.list'],
    decorate: () => withService(() => ({ listDevices: () => ({ ok: true, value: { devices: [] } }) })),
  },
  {
    name: 'times an hour off',
    rules: [],
    decorate: () => ({
      ...withPublishing((event) => [{ ...event, occurredAt: event.occurredAt - AN_HOUR }]),
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
    }),
  },
  {
    name: 'each refresh is refused as offline',
    rules: ['devices.detail-is-live'],
    decorate: () => withService(() => ({ refresh: () => refuse('DEVICE_OFFLINE', 'no answer') })),
  },
  {
    name: 'each refresh is 504',
    rules: ['devices.detail-is-live'],
    decorate: () => ({
      ...editReplies((body, _, { method, target }) =>
        method === 'GET' && /\/devices\/[^/]+$/.test(target)
          ? { status: 504, body: JSON.stringify({ ...body, code: 'TIMEOUT', data: undefined }) }
          : undefined,
      ),
      ...editFrames((frame) =>
        isObject(frame['data']) && 'peripherals' in frame['data'] && isReply(frame)
          ? { ...frame, code: 'TIMEOUT', data: undefined }
          : undefined,
      ),
    }),
  },
  {
    name: 'each transceive ends in TIMEOUT',
    rules: ['rs485.transceive'],
    decorate: () =>
      commands(({ result, ...command }) =>
        command['operation'] === 'device.rs485.transceive'
          ? { ...command, status: 'TIMEOUT' }
          : { ...command, ...(result === undefined ? {} : { result }) },
      ),
  },
  {
    name: 'each token is refused at once',
    rules: ['auth.token-issued'],
    decorate: () => withPorts(() => ({ access: { authenticate: () => refuse('AUTH_INVALID', 'no') } })),
  },
  {
    name: 'each ticket is refused',
    rules: ['ws.ticket-issued'],
    decorate: () => withService(() => ({ openConnection: () => refuse('TICKET_INVALID', 'no') })),
  },
  {
    name: 'closed after its first frame',
    rules: ['ws.ping'],
    decorate: () => ({
      session: (next) => (caller, socket) =>
        next(caller, {
          ...socket,
          send: (text, onSent) => {
            socket.send(text, onSent);
            socket.close({ code: 1000, reason: '' });
          },
        }),
    }),
  },
  {
    name: 'no delay with a 429',
    rules: ['limits.shape'],
    decorate: () => ({
      ...editReplies((body, { status, headers }) => {
        if (status !== 429) return undefined;
        const { 'Retry-After': _, 'retry-after': __, ...kept } = headers as Record<string, string>;
        return { headers: kept, body: JSON.stringify(without('data')(body)) };
      }),
      ...editFrames((frame) => (frame['code'] === 'RATE_LIMITED' ? without('data')(frame) : undefined)),
    }),
  },
  {
    name: 'each status is 200',
    rules: ['envelope.status-code-pairs'],
    decorate: () => editReplies(() => ({ status: 200 })),
  },
  {
    name: 'each error is 500',
    rules: ['envelope.status-code-pairs'],
    decorate: () => editReplies((_, { status }) => (status >= 400 ? { status: 500 } : undefined)),
  },
  {
    name: 'each error is 500 INTERNAL_ERROR',
    rules: ['auth.invalid-credentials'],
    decorate: () =>
      editReplies((body, { status }) =>
        status >= 400
          ? {
              status: 500,
              headers: {},
              body: JSON.stringify({ ...without('data')(body), code: 'INTERNAL_ERROR' }),
            }
          : undefined,
      ),
  },
  { name: 'each event twice', rules: [], decorate: () => withPublishing((event) => [event, event]) },
  {
    name: 'one relay off',
    rules: ['relay.effect'],
    decorate: () =>
      withPerform((device, operation) =>
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
