// Defects that answer what they should serve, or a mistake of the caller, with a failure of the server.
import { andThen } from '../../kernel/maybe-promise.js';
import type { Decoration } from '../decoration.js';
import type { ServiceResult } from '../service/outcome.js';
import type { RestRequest } from '../transport/rest/message.js';
import { editFrames, editReplies, isReply } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';
import { withService } from './wrap/service.js';

export const SERVER_ERROR_DEFECTS: readonly Defect[] = [
  // Device configuration: it is read with its endpoint; a failure is legal at a moment, and not each time.
  {
    id: 'config-never-read',
    rule: 'devices.config-read',
    summary: 'Each reading of a device configuration is answered with 500.',
    decorate: () => failing(({ method, target }) => method === 'GET' && target.endsWith('/config')),
  },
  // REST endpoints: each operation is executed; a failure is legal at a moment, and not each time.
  {
    id: 'operations-always-fail',
    rule: 'relay.set-many',
    summary: 'Each operation of each device is answered with a server error, on both channels.',
    decorate: () => withService(() => ({ operate: () => FAILED })),
  },
  // Errors: 500 is a failure of the server; bytes that cannot be sent are a mistake of the caller.
  {
    id: 'transceive-of-nothing-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A transceive without bytes is answered with 500.',
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) => {
          const { operation } = request;
          const isEmpty = operation.name === 'device.rs485.transceive' && operation.params.data === '';
          return isEmpty ? FAILED : service.operate(caller, request);
        },
      })),
  },
  // Errors: 500 is a failure of the server; a key that belongs to another request is a mistake of the caller.
  {
    id: 'reused-key-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A key that belongs to another request is answered with 500.',
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) =>
          andThen(service.operate(caller, request), failingOn('IDEMPOTENCY_KEY_REUSED')),
      })),
  },
  // Errors: 500 is a failure of the server; an identifier that is taken is a mistake of the caller.
  {
    id: 'known-device-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'The addition of a device that is there already is answered with 500.',
    decorate: () =>
      withService((service) => ({
        addDevice: (caller, addition) =>
          andThen(service.addDevice(caller, addition), failingOn('DEVICE_EXISTS')),
      })),
  },
  // Errors: 500 is a failure of the server; a device type that there is not is a mistake of the caller.
  {
    id: 'unknown-profile-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'The addition of a device of an unknown type is answered with 500.',
    decorate: () =>
      withService((service) => ({
        addDevice: (caller, addition) =>
          andThen(service.addDevice(caller, addition), failingOn('INVALID_PARAMETER')),
      })),
  },
  // Errors: 500 is a failure of the server; a cursor that it has not given is a mistake of the caller.
  {
    id: 'unknown-cursor-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A page of the device list that does not exist is answered with 500.',
    decorate: () =>
      withService((service) => ({
        listDevices: (caller, page) => failingOn('INVALID_PARAMETER')(service.listDevices(caller, page)),
      })),
  },
  // Errors: 500 is a failure of the server; a body of the wrong form is a mistake of the caller, of managers, too.
  {
    id: 'malformed-management-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A malformed addition or change of password is answered with 500.',
    decorate: () =>
      failing(({ target }, { status }) => status === 400 && /\/(?:devices|password)$/.test(target)),
  },
  // Errors: INTERNAL_ERROR is for a failure of the server; a command-creating request without a key is a mistake of the caller at most.
  {
    id: 'request-without-key-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'An operation without an idempotency key is answered with 500.',
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) =>
          request.idempotencyKey === undefined ? FAILED : service.operate(caller, request),
      })),
  },
  // Errors: 500 is a failure of the server; a path that there is not is a mistake of the caller.
  {
    id: 'unknown-path-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A path that the service does not have is answered with 500.',
    decorate: () => failing((_, { code }) => code === 'NOT_FOUND'),
  },
  // Errors: 500 is a failure of the server; a path that is too long for it is a mistake of the caller.
  {
    id: 'long-path-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A path of more than 8 192 characters is answered with 500.',
    decorate: () => failing(({ target }) => target.length > 8192),
  },
  // Errors: 500 is a failure of the server; a body that is too large is a mistake of the caller.
  {
    id: 'large-body-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A body of more than 16 KiB is answered with 500.',
    decorate: () => failing(({ body }) => body.length > 16_384),
  },
  // Errors: 500 is a failure of the server; a word for the index of a relay is a mistake of the caller.
  {
    id: 'word-for-index-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A path with a word in the place of the index of a relay is answered with 500.',
    decorate: () => failing(({ target }) => /\/relays\/[a-z]+\/commands/.test(target)),
  },
  // Errors: 500 is a failure of the server; a number that is too long for it is a mistake of the caller.
  {
    id: 'long-number-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'An identifier of more than 15 digits is answered with 500.',
    decorate: () => failing(({ target }) => /\/\d{16,}/.test(target)),
  },
  // Errors: 500 is a failure of the server; bytes that are no UTF-8 are a mistake of the caller.
  {
    id: 'bytes-that-are-no-text-fail',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A body that is not UTF-8 is answered with 500.',
    decorate: () => failing(({ body }) => body.includes('\uFFFD')),
  },
  // Errors: 500 is a failure of the server; chunks are a way of HTTP to send any body.
  {
    id: 'body-in-chunks-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A body that comes in chunks is answered with 500.',
    decorate: () => failing(({ headers }) => headers['transfer-encoding'] === 'chunked'),
  },
  // Errors: the same code means the same over WebSocket; an operation that there is not is a mistake of the caller.
  {
    id: 'malformed-operation-fails-on-websocket',
    rule: 'envelope.bad-input-is-no-500',
    summary:
      'Over WebSocket device.operation.execute with data of the wrong form is answered with INTERNAL_ERROR.',
    decorate: () => ({
      session: (next) => (caller, socket) => {
        let executing = false;
        const session = next(caller, {
          ...socket,
          send: (text) => {
            const frame = JSON.parse(text) as Record<string, unknown>;
            const odd = executing && isReply(frame) && frame['code'] === 'INVALID_REQUEST';
            socket.send(odd ? JSON.stringify({ ...frame, code: 'INTERNAL_ERROR' }) : text);
          },
        });
        return {
          ...session,
          receive: (text) => {
            executing = text.includes('device.operation.execute');
            session.receive(text);
          },
        };
      },
    }),
  },
  // Errors: a body that is too large is a mistake of the caller, who is told so, or at least disconnected.
  {
    id: 'large-body-unanswered',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A body of more than 16 KiB is never answered.',
    decorate: () => ({
      rest: (next) => (request) =>
        request.body.length > 16_384 ? new Promise<never>(() => undefined) : next(request),
    }),
  },
  // Errors: the same code means the same over WebSocket; data of the wrong form is a mistake of the caller.
  {
    id: 'malformed-data-fails-on-websocket',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'Over WebSocket data of the wrong form is answered with INTERNAL_ERROR.',
    decorate: () =>
      editFrames((frame) =>
        isReply(frame) && frame['code'] === 'INVALID_REQUEST'
          ? { ...frame, code: 'INTERNAL_ERROR' }
          : undefined,
      ),
  },
];

/** What a service answers to a request that it could not serve. */
const FAILED: ServiceResult<never> = {
  ok: false,
  refusal: { code: 'INTERNAL_ERROR', message: 'The request could not be served.' },
};

/** Refusals of this code become failures of the server. */
function failingOn(code: string): <T>(outcome: ServiceResult<T>) => ServiceResult<T> {
  return (outcome) => (outcome.ok || outcome.refusal.code !== code ? outcome : FAILED);
}

/** @param fails which requests are answered with 500, also in view of the reply that they would get. */
function failing(
  fails: (request: RestRequest, reply: { readonly status: number; readonly code: unknown }) => boolean,
): Pick<Decoration, 'rest'> {
  return editReplies((body, { status }, request) =>
    fails(request, { status, code: body['code'] })
      ? { status: 500, body: JSON.stringify({ ...body, code: 'INTERNAL_ERROR' }) }
      : undefined,
  );
}
