import { expect, test } from 'vitest';
import { createLiveRecord } from '../../../src/audit/kept/live-record.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { loadDialect } from '../../../src/cli/load/dialect.js';

const dialect = loadDialect('default', process.cwd());
if (!dialect.ok) throw new Error('no dialect');

test('processes at ports of their own are told apart before they have tokens', () => {
  const record = createLiveRecord(dialect.value);
  const records: TraceRecord[] = [];
  record.listen((each) => records.push(each));
  for (const instance of ['1', '2', '1']) {
    record.port(instance).exchange({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 5,
      request: {
        method: 'POST',
        url: 'http://proxy.test/svc/v1/auth/token',
        headers: [],
        postData: { text: '{"clientId":"me","clientSecret":"x"}' },
      },
      response: { status: 500, headers: [], content: { text: '{"code":"INTERNAL_ERROR"}' } },
      _webSocketMessages: [],
    });
    const port = record.port(instance);
    port.note(1, { kind: 'connection', connection: `ws-${instance}`, state: 'open' });
  }
  const requests = records.flatMap((each) => (each.kind === 'request' ? [each.seen?.instance] : []));
  const connections = records.flatMap((each) => (each.kind === 'connection' ? [each.instance] : []));
  expect([requests, connections]).toEqual([
    ['1', '2', '1'],
    ['1', '2', '1'],
  ]);
});
