// What conform sends is held to the interface and the dialect: a breach that follows from a malformed request of its own
// is its own error.
import { describe, expect, test } from 'vitest';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { isAsTheInterfaceSays, withoutOwnFaults } from '../../../src/harness/witness/own-requests.js';
import type { CheckResult } from '../../../src/harness/verdict/verdict.js';
import type { RequestRecord, TraceRecord } from '../../../src/trace/record.js';
import { runInVirtualTime } from '../../self-test/run-in-virtual-time.js';

function dialectNamed(name: string): Dialect {
  const dialect = loadDialect(name, process.cwd());
  if (!dialect.ok) throw new Error('it comes with the program');
  return dialect.value;
}

const DEFAULT = dialectNamed('default');

const requestsIn = (records: readonly TraceRecord[]): RequestRecord[] =>
  records.flatMap((record) => (record.kind === 'request' ? [record] : []));

describe('a request of conform', () => {
  test.each(['default', 'fixtures/dialects/scrambled.yaml'])(
    'is as the interface and %s say',
    async (name) => {
      const only = ['relay/*', 'rs485/*', 'idempotency/*', 'devices/*', 'ws/*'];
      const checks = await runInVirtualTime({ dialect: name, only });
      const requests = checks.flatMap(({ trace }) => requestsIn(trace));
      expect(requests.length).toBeGreaterThan(500);
      const odd = requests.filter((request) => !isAsTheInterfaceSays(request, dialectNamed(name)));
      expect(odd.map(({ what, path, body }) => [what, path, body])).toEqual([]);
    },
  );

  const asked: RequestRecord = {
    kind: 'request',
    exchange: 1,
    channel: 'rest',
    what: 'relays.set',
    method: 'POST',
    path: '/svc/v1/devices/bench-01/relays/commands',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: { relays: [{ index: 1, action: 'on' }] },
  };
  const framed: RequestRecord = {
    kind: 'request',
    exchange: 2,
    channel: 'ws',
    what: 'device.state.get',
    body: { type: 'request', topic: 'device.state.get', requestId: 'r', data: { deviceId: 'bench-01' } },
  };

  test.each<[string, Partial<RequestRecord>, RequestRecord]>([
    ['a field too many', { body: { relays: [], more: 1 } }, asked],
    ['a word that there is not', { body: { relays: [{ index: 1, action: 'ON' }] } }, asked],
    ['another method', { method: 'PUT' }, asked],
    ['a path that there is not', { path: '/svc/v1/device/bench-01/relays/commands' }, asked],
    ['a query that there is not', { path: `${asked.path}?now` }, asked],
    ['another type', { headers: { 'content-type': 'text/plain' } }, asked],
    ['no topic', { body: { type: 'request', requestId: 'r', data: {} } }, framed],
    ['data of another topic', { body: { ...(framed.body as object), data: { device: 'bench-01' } } }, framed],
  ])('with %s is malformed, unless it is so on purpose', (_, change, usual) => {
    expect(isAsTheInterfaceSays(usual, DEFAULT)).toBe(true);
    expect(isAsTheInterfaceSays({ ...usual, ...change }, DEFAULT)).toBe(false);
    expect(isAsTheInterfaceSays({ ...usual, ...change, what: 'raw' }, DEFAULT)).toBe(true);
  });
});

describe('a breach that rests on a malformed request of conform', () => {
  async function broken(): Promise<CheckResult> {
    const [check] = await runInVirtualTime({ defect: 'budget-missing', only: ['refresh/min-interval:rest'] });
    if (!check) throw new Error('it is there');
    return check;
  }

  test('is an error of this program, and no breach any more', async () => {
    const check = await broken();
    expect(withoutOwnFaults(check, DEFAULT)).toBe(check);
    const deformed = (record: TraceRecord): TraceRecord =>
      record.kind === 'request' ? { ...record, path: `${record.path}/` } : record;
    const findings = check.findings.map((finding) => {
      const { witness } = finding;
      return witness
        ? { ...finding, witness: { ...witness, records: witness.records.map(deformed) } }
        : finding;
    });
    const judged = withoutOwnFaults({ ...check, findings }, DEFAULT);
    expect(judged.verdict).toBe('error');
    expect(judged.reason).toMatch(
      /^a request of conform is not as the interface and the dialect say: GET \/svc/,
    );
    expect(judged.findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
