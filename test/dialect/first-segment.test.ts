// A dialect with another first segment than `svc`: paths on the wire are translated at the gate and at the simulator, and
// nothing between knows of it.
import { describe, expect, it } from 'vitest';
import { readHar } from '../../src/audit/kept/read-har.js';
import { placedEndpoint } from '../../src/contract/endpoints.js';
import { createGate } from '../../src/harness/safety/gate/gate.js';
import type { Transport } from '../../src/harness/target/transport.js';
import { curlLine } from '../../src/report/shell.js';
import { asyncApiDocument } from '../../src/specification/async-api.js';
import { openApiDocument } from '../../src/specification/open-api.js';
import { startSpoken } from '../probe/spoken-server.js';
import { dialectOf, textOf } from './read-dialect.js';

const TEXT = textOf('default');
const other = dialectOf(`${TEXT}\nfirstSegment: io-fleet\n`);

describe('the first segment of a dialect', () => {
  it.each([
    ['/svc/v1/devices?limit=2', '/io-fleet/v1/devices?limit=2'],
    ['/svc', '/io-fleet'],
    ['/svc?a', '/io-fleet?a'],
    ['/svcs/v1/devices', '/svcs/v1/devices'],
    ['/gate/svc/v1/devices', '/gate/svc/v1/devices'],
    ['//svc/v1', '//svc/v1'],
  ])('stands in the place of svc, and svc in its place: %s', (path, onWire) => {
    expect(other.path(path)).toBe(onWire);
    expect(other.path(onWire)).toBe(path);
    expect(dialectOf(TEXT).path(path)).toBe(path);
  });

  it.each(['v1', '..', 'a/b', 'a b', ''])('cannot be %j', (name) => {
    expect(() => dialectOf(`${TEXT}\nfirstSegment: ${JSON.stringify(name)}\n`)).toThrow('as in io-fleet');
  });
});

describe('where paths meet the wire', () => {
  it('what the gate has admitted leaves with the paths of the wire', async () => {
    const sent: string[] = [];
    const transport: Transport = {
      http: async ({ path }) => {
        sent.push(path);
        return { kind: 'broken', reason: 'refused', detail: '' };
      },
      open: async (path) => {
        sent.push(path);
        return { kind: 'refused', detail: '' };
      },
      close: async () => undefined,
    };
    const guarded = createGate({ profile: { devices: {} }, dialect: other }).guard(transport);
    await guarded.http({ method: 'GET', path: '/svc/v1/devices', headers: {} });
    await guarded.open('/svc/v1/ws?ticket=t', { frame: () => undefined, closed: () => undefined });
    expect(sent).toEqual(['/io-fleet/v1/devices', '/io-fleet/v1/ws?ticket=t']);
  });

  it('a simulator has its paths there, and none at svc', async () => {
    const { clock, running } = await startSpoken(other, 'other');
    const asked = async (target: string) => {
      const { status, body } = await clock.runUntil(
        running.simulator.rest({ method: 'GET', target, headers: {}, body: '' }),
      );
      return `${status} ${body}`;
    };
    expect(await asked('/io-fleet/v1/devices')).toMatch(/^401 /);
    expect(await asked('/svc/v1/devices')).toMatch(/^404 .*All paths begin with \/io-fleet\/v1\./);
    await clock.runUntil(running.close());
  });

  it('documents and curl lines show them', () => {
    expect(openApiDocument(other)['paths']).toHaveProperty(['/io-fleet/v1/devices']);
    expect(JSON.stringify([openApiDocument(other), asyncApiDocument(other)])).not.toContain('/svc/');
    const request = { kind: 'request', exchange: 1, channel: 'rest', what: 'devices.list' } as const;
    const context = { version: '', repeatArguments: [], ownFiles: [], speed: 1, path: other.path };
    const line = curlLine(
      { ...request, method: 'GET', path: '/svc/v1/devices' },
      { ...context, baseUrl: 'https://lab.example' },
    );
    expect(line).toBe('curl -i https://lab.example/io-fleet/v1/devices');
  });

  it('a HAR file is read by them', () => {
    const entry = (url: string) => ({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 1,
      request: { method: 'GET', url, headers: [] },
      response: { status: 401, headers: [], content: { text: '{}' } },
    });
    const entries = [entry('https://a.test/io-fleet/v1/devices'), entry('https://b.test/svc/v1/devices')];
    const read = readHar(JSON.stringify({ log: { version: '1.2', entries } }), other);
    expect(read.ok && read.records).toMatchObject([
      { kind: 'request', what: 'devices.list', path: '/svc/v1/devices' },
      { kind: 'reply' },
    ]);
  });
});

it('an endpoint is found under any first segment, and behind other parts', () => {
  expect(placedEndpoint('GET', '/gate/io-fleet/v1/devices/v1/config')).toEqual({
    endpoint: 'devices.config',
    named: { deviceId: 'v1' },
    firstSegment: 'io-fleet',
  });
  expect(placedEndpoint('GET', '/io-fleet/v2/devices')).toBeUndefined();
  expect(placedEndpoint('GET', '/v1/devices')).toBeUndefined();
});
