// Defects of what every REST response looks like.
import { dataOf, editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export const ENVELOPE_DEFECTS: readonly Defect[] = [
  // Endpoints: every REST response is JSON in the envelope, a refusal too.
  {
    id: 'errors-as-html',
    rule: 'envelope.json',
    summary: 'A 404 is an HTML page.',
    decorate: () =>
      editReplies((_, { status }) =>
        status === 404
          ? { body: '<html><body>Not Found</body></html>', headers: { 'content-type': 'text/html' } }
          : undefined,
      ),
  },
  // Endpoints: every REST response is JSON in the envelope, also where the request was no JSON.
  {
    id: 'bad-json-as-text',
    rule: 'envelope.json',
    summary: 'A body that is no JSON is refused in plain text.',
    decorate: () =>
      editReplies((_, { status }, { body }) =>
        status === 400 && !isJson(body)
          ? { body: 'Bad Request', headers: { 'content-type': 'text/plain' } }
          : undefined,
      ),
  },
  // Response envelope: code is a string.
  {
    id: 'code-as-number',
    rule: 'envelope.code',
    summary: 'The code of a refusal over REST is its HTTP status, as a number.',
    decorate: () =>
      editReplies((body, { status }) => (status === 200 ? undefined : { ...body, code: status })),
  },
  // Response envelope: message is OK on success.
  {
    id: 'message-not-ok',
    rule: 'envelope.message',
    summary: 'The message of a success is "success" instead of "OK".',
    decorate: () =>
      editReplies((body) => (body['code'] === 'SUCCESS' ? { ...body, message: 'success' } : undefined)),
  },
  // Response envelope: data is an object.
  {
    id: 'data-as-list',
    rule: 'envelope.data',
    summary: 'data of the profile list is an array and no object.',
    decorate: () =>
      editReplies((body, { status }, { target }) =>
        status === 200 && target.startsWith('/svc/v1/device-profiles')
          ? { ...body, data: Object.values(dataOf(body)) }
          : undefined,
      ),
  },
  // Response envelope: the body of a refusal has the requestId of the request.
  {
    id: 'error-without-request-id',
    rule: 'envelope.error-request-id',
    summary: 'REST error bodies have no requestId.',
    decorate: () =>
      editReplies((body) => {
        if (body['code'] === 'SUCCESS') return undefined;
        const { requestId: _, ...rest } = body;
        return rest;
      }),
  },
  // Errors: the code DEVICE_BUSY comes with the status 409.
  {
    id: 'busy-with-wrong-status',
    rule: 'envelope.status-code-pairs',
    summary: 'DEVICE_BUSY comes with HTTP status 423.',
    decorate: () => editReplies((body) => (body['code'] === 'DEVICE_BUSY' ? { status: 423 } : undefined)),
  },
  // Errors: 500 is for a failure of the service, so malformed input is answered with another status.
  {
    id: 'bad-input-is-500',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A malformed body is answered with 500 INTERNAL_ERROR.',
    decorate: () =>
      editReplies((body, { status }) => {
        if (status !== 400) return undefined;
        const wrong = { ...body, code: 'INTERNAL_ERROR', message: 'unexpected token' };
        return { status: 500, body: JSON.stringify(wrong) };
      }),
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
