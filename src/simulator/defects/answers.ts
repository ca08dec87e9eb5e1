// Defects of what every response looks like, and of what is answered with a failure of the server.
import { jsonIn } from '../../kernel/json.js';
import { breaks, type Defect, defects } from './defect.js';
import {
  call,
  dataOf,
  editing,
  frames,
  isRefusedWith,
  isReply,
  outcomes,
  replies,
  texts,
  withoutFields,
} from '../edge/helpers.js';
import { refuse, type ServiceResult } from '../service/outcome.js';
import type { ErrorCode } from '../../contract/error-codes.js';
import type { RestRequest } from '../transport/rest/message.js';
import { failedFrame } from './parts.js';

/** What a service answers to a request that it could not serve. */
const FAILED: ServiceResult<never> = refuse('INTERNAL_ERROR', 'The request could not be served.');

export const ANSWER_DEFECTS = defects({
  // Endpoints: every REST response is JSON in the envelope, a refusal too.
  'errors-as-html': breaks('envelope.json', {
    summary: 'A 404 is an HTML page.',
    edge: replies((_, { status }) =>
      status === 404
        ? { body: '<html><body>Not Found</body></html>', headers: { 'content-type': 'text/html' } }
        : undefined,
    ),
  }),
  // Endpoints: every REST response is JSON in the envelope, also where the request was no JSON.
  'bad-json-as-text': breaks('envelope.json', {
    summary: 'A body that is no JSON is refused in plain text.',
    edge: replies((_, { status }, { body }) =>
      status === 400 && jsonIn(body) === undefined
        ? { body: 'Bad Request', headers: { 'content-type': 'text/plain' } }
        : undefined,
    ),
  }),
  // Response envelope: code is a string.
  'code-as-number': breaks('envelope.code', {
    summary: 'The code of a refusal over REST is its HTTP status, as a number.',
    edge: replies((body, { status }) => (status === 200 ? undefined : { ...body, code: status })),
  }),
  // Response envelope: message is OK on success.
  'message-not-ok': breaks('envelope.message', {
    summary: 'The message of a success is "success" instead of "OK".',
    edge: replies((body) => (body['code'] === 'SUCCESS' ? { ...body, message: 'success' } : undefined)),
  }),
  // Response envelope: data is an object.
  'data-as-list': breaks('envelope.data', {
    summary: 'data of the profile list is an array and no object.',
    edge: replies((body, { status }, { target }) =>
      status === 200 && target.startsWith('/svc/v1/device-profiles')
        ? { ...body, data: Object.values(dataOf(body)) }
        : undefined,
    ),
  }),
  // Response envelope: the body of a refusal has the requestId of the request.
  'error-without-request-id': breaks('envelope.error-request-id', {
    summary: 'REST error bodies have no requestId.',
    edge: replies((body) => (body['code'] === 'SUCCESS' ? undefined : withoutFields(body, 'requestId'))),
  }),
  // Errors: the code DEVICE_BUSY comes with the status 409.
  'busy-with-wrong-status': breaks('envelope.status-code-pairs', {
    summary: 'DEVICE_BUSY comes with HTTP status 423.',
    edge: replies((body) => (body['code'] === 'DEVICE_BUSY' ? { status: 423 } : undefined)),
  }),
  // Errors: 500 is for a failure of the service, so malformed input is answered with another status.
  'bad-input-is-500': breaks('envelope.bad-input-is-no-500', {
    summary: 'A malformed body is answered with 500 INTERNAL_ERROR.',
    edge: replies((body, { status }) => {
      if (status !== 400) return undefined;
      const wrong = { ...body, code: 'INTERNAL_ERROR', message: 'unexpected token' };
      return { status: 500, body: JSON.stringify(wrong) };
    }),
  }),
  // Device configuration: it is read with its endpoint; a failure is legal at a moment, and not each time.
  'config-never-read': {
    ...failing(
      'Each reading of a device configuration is answered with 500.',
      ({ method, target }) => method === 'GET' && target.endsWith('/config'),
    ),
    rule: 'devices.config-read',
  },
  // REST endpoints: each operation is executed; a failure is legal at a moment, and not each time.
  'operations-always-fail': breaks('relay.set-many', {
    summary: 'Each operation of each device is answered with a server error, on both channels.',
    edge: call('operate', () => FAILED),
  }),
  // Errors: 500 is a failure of the server; bytes that cannot be sent are a mistake of the caller.
  'transceive-of-nothing-fails': breaks('envelope.bad-input-is-no-500', {
    summary: 'A transceive without bytes is answered with 500.',
    edge: call('operate', (caller, request, next) => {
      const { operation } = request;
      const isEmpty = operation.name === 'device.rs485.transceive' && operation.params.data === '';
      return isEmpty ? FAILED : next(caller, request);
    }),
  }),
  // Errors: 500 is a failure of the server; a key that belongs to another request is a mistake of the caller.
  'reused-key-fails': failingOn(
    'operate',
    'IDEMPOTENCY_KEY_REUSED',
    'A key that belongs to another request is answered with 500.',
  ),
  // Errors: 500 is a failure of the server; an identifier that is taken is a mistake of the caller.
  'known-device-fails': failingOn(
    'addDevice',
    'DEVICE_EXISTS',
    'The addition of a device that is there already is answered with 500.',
  ),
  // Errors: 500 is a failure of the server; a device type that there is not is a mistake of the caller.
  'unknown-profile-fails': failingOn(
    'addDevice',
    'INVALID_PARAMETER',
    'The addition of a device of an unknown type is answered with 500.',
  ),
  // Errors: 500 is a failure of the server; a cursor that it has not given is a mistake of the caller.
  'unknown-cursor-fails': failingOn(
    'listDevices',
    'INVALID_PARAMETER',
    'A page of the device list that does not exist is answered with 500.',
  ),
  // Errors: 500 is a failure of the server; a body of the wrong form is a mistake of the caller, of managers, too.
  'malformed-management-fails': failing(
    'A malformed addition or change of password is answered with 500.',
    ({ target }, { status }) => status === 400 && /\/(?:devices|password)$/.test(target),
  ),
  // Errors: INTERNAL_ERROR is for a failure of the server; a command-creating request without a key is a mistake of the caller at most.
  'request-without-key-fails': breaks('envelope.bad-input-is-no-500', {
    summary: 'An operation without an idempotency key is answered with 500.',
    edge: call('operate', (caller, request, next) =>
      request.idempotencyKey === undefined ? FAILED : next(caller, request),
    ),
  }),
  // Errors: 500 is a failure of the server; a path that there is not is a mistake of the caller.
  'unknown-path-fails': failing(
    'A path that the service does not have is answered with 500.',
    (_, { code }) => code === 'NOT_FOUND',
  ),
  // Errors: 500 is a failure of the server; a path that is too long for it is a mistake of the caller.
  'long-path-fails': failing(
    'A path of more than 8 192 characters is answered with 500.',
    ({ target }) => target.length > 8192,
  ),
  // Errors: 500 is a failure of the server; an identifier with a zero byte is a mistake of the caller.
  'zero-byte-in-path-fails': failing('A path with a zero byte is answered with 500.', ({ target }) =>
    target.includes('%00'),
  ),
  // Errors: 500 is a failure of the server; null where a list stands is a mistake of the caller.
  'null-for-a-list-fails': failing(
    'A relay command with null for its relays is answered with 500.',
    ({ body }) => /"relays":\s*null/.test(body),
  ),
  // Errors: 500 is a failure of the server; a body that is too large is a mistake of the caller.
  'large-body-fails': failing(
    'A body of more than 16 KiB is answered with 500.',
    ({ body }) => body.length > 16_384,
  ),
  // Errors: 500 is a failure of the server; a word for the index of a relay is a mistake of the caller.
  'word-for-index-fails': failing(
    'A path with a word in the place of the index of a relay is answered with 500.',
    ({ target }) => /\/relays\/[a-z]+\/commands/.test(target),
  ),
  // Errors: 500 is a failure of the server; a number that is too long for it is a mistake of the caller.
  'long-number-fails': failing('An identifier of more than 15 digits is answered with 500.', ({ target }) =>
    /\/\d{16,}/.test(target),
  ),
  // Errors: 500 is a failure of the server; an index that is too long for it is a mistake of the caller.
  'long-index-fails': failing(
    'A path with an index of more than nine digits for a relay is answered with 500.',
    ({ target }) => /\/relays\/\d{10,}/.test(target),
  ),
  // Errors: 500 is a failure of the server; a body that is nested too deep for it is a mistake of the caller.
  'deep-body-fails': failing('A body with forty lists in one another is answered with 500.', ({ body }) =>
    body.includes('['.repeat(40)),
  ),
  // Errors: 500 is a failure of the server; bytes that are no UTF-8 are a mistake of the caller.
  'bytes-that-are-no-text-fail': failing('A body that is not UTF-8 is answered with 500.', ({ body }) =>
    body.includes('\uFFFD'),
  ),
  // Errors: 500 is a failure of the server; chunks are a way of HTTP to send any body.
  'body-in-chunks-fails': failing(
    'A body that comes in chunks is answered with 500.',
    ({ headers }) => headers['transfer-encoding'] === 'chunked',
  ),
  // Errors: the same code means the same over WebSocket; an operation that there is not is a mistake of the caller.
  'malformed-operation-fails-on-websocket': breaks('envelope.bad-input-is-no-500', {
    summary:
      'Over WebSocket device.operation.execute with data of the wrong form is answered with INTERNAL_ERROR.',
    edge: texts(() => {
      let executing = false;
      return {
        received: (text, pass) => {
          executing = text.includes('device.operation.execute');
          pass();
        },
        sent: editing((frame) => (executing ? failedFrame(frame) : undefined)),
      };
    }),
  }),
  // Errors: a body that is too large is a mistake of the caller, who is told so, or at least disconnected.
  'large-body-unanswered': breaks('envelope.bad-input-is-no-500', {
    summary: 'A body of more than 16 KiB is never answered.',
    edge: {
      rest: (request, next) =>
        request.body.length > 16_384 ? new Promise<never>(() => undefined) : next(request),
    },
  }),
  // Errors: the same code means the same over WebSocket; data of the wrong form is a mistake of the caller.
  'malformed-data-fails-on-websocket': breaks('envelope.bad-input-is-no-500', {
    summary: 'Over WebSocket data of the wrong form is answered with INTERNAL_ERROR.',
    edge: frames(failedFrame),
  }),
  // Response envelope: the body of a refusal has the requestId, one with 422 too.
  'refused-value-without-request-id': withoutRequestId(422),
  // Response envelope: the body of a refusal has the requestId, one with 404 too.
  'not-found-without-request-id': withoutRequestId(404),
  // Response envelope: the body of a refusal has the requestId, one with 401 too.
  'unauthenticated-without-request-id': withoutRequestId(401),
  // Response envelope: the body of a refusal has the requestId, one with 403 too.
  'denied-without-request-id': withoutRequestId(403),
  // Response envelope: the body of a refusal has the requestId, one with 429 too.
  'limited-without-request-id': withoutRequestId(429),
  // Response envelope: the message of a success is OK, of one over WebSocket too.
  'message-not-ok-on-websocket': breaks('envelope.message', {
    summary: 'Over WebSocket the message of an operation that succeeds is "accepted" instead of "OK".',
    edge: frames((frame) =>
      isReply(frame) && frame['code'] === 'SUCCESS' && 'command' in dataOf(frame)
        ? { ...frame, message: 'accepted' }
        : undefined,
    ),
  }),
  // Response envelope: the code of a success is SUCCESS, whatever succeeded.
  'created-instead-of-success': breaks('envelope.code', {
    summary: 'The code of an addition of a device is CREATED, with the status 200.',
    edge: replies((body, { status }, { method, target }) =>
      method === 'POST' && status === 200 && target.endsWith('/devices')
        ? { ...body, code: 'CREATED' }
        : undefined,
    ),
  }),
  // Response envelope: the code of a success is SUCCESS, over each channel.
  'code-in-small-letters': breaks('envelope.code', {
    summary: 'The code of a reply to session.ping is "success" in small letters.',
    edge: frames((frame) =>
      isReply(frame) && frame['code'] === 'SUCCESS' && Object.keys(dataOf(frame)).length === 0
        ? { ...frame, code: 'success' }
        : undefined,
    ),
  }),
  // Response envelope: data is an object, of a configuration too.
  'config-as-list': breaks('envelope.data', {
    summary: 'data of a device configuration is an array with one element.',
    edge: replies((body, { status }, { target }) =>
      status === 200 && target.endsWith('/config') ? { ...body, data: [dataOf(body)] } : undefined,
    ),
  }),
});

/** @param code the refusals of this method that become failures of the server. */
function failingOn(
  method: 'operate' | 'addDevice' | 'listDevices',
  code: ErrorCode,
  summary: string,
): Omit<Defect, 'id'> {
  const failed = <T>(outcome: ServiceResult<T>): ServiceResult<T> =>
    isRefusedWith(outcome, code) ? FAILED : outcome;
  return { rule: 'envelope.bad-input-is-no-500', summary, edge: outcomes({ [method]: failed }) };
}

/** @param fails which requests are answered with 500, also in view of the reply that they would get. */
function failing(
  summary: string,
  fails: (request: RestRequest, reply: { readonly status: number; readonly code: unknown }) => boolean,
): Omit<Defect, 'id'> {
  const edge = replies((body, { status }, request) =>
    fails(request, { status, code: body['code'] })
      ? { status: 500, body: JSON.stringify({ ...body, code: 'INTERNAL_ERROR' }) }
      : undefined,
  );
  return { rule: 'envelope.bad-input-is-no-500', summary, edge };
}

function withoutRequestId(refused: number): Omit<Defect, 'id'> {
  return {
    rule: 'envelope.error-request-id',
    summary: `REST error bodies with the status ${refused} have no requestId.`,
    edge: replies((body, { status }) => (status === refused ? withoutFields(body, 'requestId') : undefined)),
  };
}
