// What of an answer is kept where the service is judged: never what was issued, always what the rules speak of.
import { describe, expect, test } from 'vitest';
import { createServiceReader } from '../../../src/audit/kept/service-reader.js';
import { createSecrets } from '../../../src/output/secrets.js';
import { dialectNamed } from '../../simulator/dialect-named.js';

const reader = createServiceReader(dialectNamed('default'), createSecrets());
const refusal = (code: string, data: unknown, status: number) =>
  reader.reply(
    { what: 'ticket.create' },
    {
      status,
      headers: { 'retry-after': '3' },
      body: JSON.stringify({ code, message: 'no', requestId: 'r', data }),
    },
  );

describe('the answer to a request for a ticket', () => {
  test('that refuses it says how long to wait', () => {
    const { data, body } = refusal(
      'RATE_LIMITED',
      { retryAfterSeconds: 3, ticket: 'secret-of-another' },
      429,
    );
    expect(data).toMatchObject({ retryAfterSeconds: 3 });
    expect(body).toMatchObject({ data: { retryAfterSeconds: 3 } });
    expect(JSON.stringify([data, body])).not.toContain('secret-of-another');
  });

  test('that refuses it for want of a permission says which', () => {
    const { body } = refusal('AUTH_SCOPE_DENIED', { requiredScope: 'device:read' }, 403);
    expect(body).toMatchObject({ data: { requiredScope: 'device:read' } });
  });

  test('without data has none', () => {
    expect(refusal('AUTH_TOKEN_INVALID', null, 401).body).toMatchObject({ data: null });
  });

  test('that is a text where the data was to be shows nothing of it', () => {
    expect(refusal('INTERNAL_ERROR', 'secret-of-another', 500).body).toMatchObject({ data: '<withheld>' });
  });
});
