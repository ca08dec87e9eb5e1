// Requests of operations that are drafted from a HAR file: what was sent is read as it was meant, whatever the dialect is.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Operation, operationFacts } from '../../src/contract/operations.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { draftDialect } from '../../src/probe/draft/draft-dialect.js';
import { evidenceInHar } from '../../src/probe/draft/evidence.js';
import { dialectText } from '../../src/probe/draft/write-draft.js';
import { GALLERY } from './drawn-dialect.js';

const USUAL = parse(readFileSync('fixtures/dialects/default.yaml', 'utf8')) as Record<string, unknown>;

function dialectIn(file: string): Dialect {
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error(`${file} can be read`);
  return parsed.value;
}

const OPERATIONS: readonly Operation[] = [
  { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
  {
    name: 'device.relay.set',
    params: {
      relays: [
        { index: 3, action: 'off' },
        { index: 2, action: 'jog' },
      ],
    },
  },
  { name: 'device.rs485.transceive', params: { data: '0103000a0002e409', timeout: 1500 } },
  { name: 'device.rs485.transceive', params: { data: 'fe00ff', timeout: 250 } },
  { name: 'device.rs485.baudRate.set', params: { baudRate: 19_200 } },
  { name: 'device.relay.jogConfig.set', params: { index: 2, duration: 1500 } },
  { name: 'device.relay.jogConfig.set', params: { index: 3, duration: 700 } },
];

const REST = {
  'device.relay.set': ['POST', 'relays/commands'],
  'device.rs485.transceive': ['POST', 'rs485/transceive'],
  'device.rs485.baudRate.set': ['PUT', 'rs485/baud-rate'],
} as const;

const envelope = (data: unknown) => ({ code: 'SUCCESS', message: 'OK', data });

/** What a browser would have kept of somebody who uses the whole service. */
function harOf(spoken: Dialect, deviceId: string): string {
  const { shapes } = spoken;
  const entry = (method: string, path: string, data: unknown, body?: unknown) => ({
    request: {
      method,
      url: `https://a.test/svc/v1/${path}`,
      ...(body !== undefined && { postData: { text: JSON.stringify(body) } }),
    },
    response: { status: 200, content: { text: JSON.stringify(envelope(data)) } },
  });
  const devices = [deviceId, `${deviceId}1`].map((id) => ({
    deviceId: id,
    name: 'Pump',
    online: true,
    powered: true,
  }));
  const operated = OPERATIONS.flatMap((operation) => {
    const body = spoken.operationParams(operation.name).encode(operation.params as never);
    const [method, path] = REST[operation.name as keyof typeof REST] ?? [];
    if (method) return [entry(method, `devices/${deviceId}/${path}`, {}, body)];
    if (operation.name !== 'device.relay.jogConfig.set') return [];
    const { index, duration } = operation.params;
    return [
      entry('PUT', `devices/${deviceId}/relays/${index}/jog-config`, {}, shapes.jogBody.encode({ duration })),
    ];
  });
  const single = spoken.without.has('compatibility-endpoint')
    ? []
    : (['on', 'off', 'jog'] as const).map((action) =>
        entry('POST', `devices/${deviceId}/relays/1/commands`, {}, shapes.singleRelayBody.encode({ action })),
      );
  const frames = OPERATIONS.flatMap((operation, at) => {
    const data = spoken.executeRequest.encode({ deviceId, idempotencyKey: `key-${at}`, operation });
    const frame = { requestId: `r-${at}`, topic: 'device.operation.execute' as const, data };
    return [
      { type: 'send', data: JSON.stringify(shapes.wsRequest.encode(frame)) },
      { type: 'receive', data: JSON.stringify({ type: 'reply', requestId: `r-${at}`, ...envelope({}) }) },
    ];
  });
  const entries = [
    entry('GET', 'devices', shapes.deviceList.encode({ devices })),
    entry('GET', `devices/${deviceId}/config`, {}),
    ...operated,
    ...single,
    { ...entry('GET', 'ws', {}), _webSocketMessages: frames },
  ];
  return JSON.stringify({ log: { entries } });
}

function draftedOf(spoken: Dialect, deviceId: string) {
  const evidence = evidenceInHar(harOf(spoken, deviceId), 'traffic.har') ?? [];
  const { draft } = draftDialect(evidence, USUAL);
  const text = dialectText(draft, 'drafted');
  const parsed = parseDialect(text, 'drafted.yaml');
  return {
    draft,
    dialect: parsed.ok ? parsed.value : undefined,
    problems: parsed.ok ? [] : parsed.problems,
  };
}

/** How the operations are read of which a server of the dialect was told: as they were meant, otherwise, or not at all. */
function readingsOf(spoken: Dialect, { draft, dialect }: ReturnType<typeof draftedOf>, deviceId: string) {
  return OPERATIONS.map((operation, at) => {
    const wire = spoken.executeRequest.encode({ deviceId, idempotencyKey: `key-${at}`, operation });
    const read = dialect?.executeRequest.decode(wire);
    const { params } = operationFacts(operation.name);
    const isOpen = draft.lines.some(({ shape, standing }) => shape === params && standing === 'open');
    if (!read?.ok) return 'unread';
    return isDeepStrictEqual(read.value.operation, operation)
      ? 'right'
      : `wrong${isOpen ? ', and open' : ''}`;
  });
}

describe('requests in a HAR file', () => {
  const right: string[] = [];
  const whole = GALLERY.filter((file) => {
    const { without } = dialectIn(file);
    // Others have no jog, or a list of devices that shows more than what is made here.
    return !without.has('jog') && !without.has('rs485') && !/ewelink|tuya/.test(file);
  });

  it.each(whole)('of a server of %s are drafted as they were meant, or left open', (file) => {
    const spoken = dialectIn(file);
    const isNumber = /deviceId[^}]*:number/.test(readFileSync(file, 'utf8'));
    const deviceId = isNumber ? '4711' : 'd-1';
    const drafted = draftedOf(spoken, deviceId);
    const readings = readingsOf(spoken, drafted, deviceId);
    expect(drafted.problems).toEqual([]);
    expect(readings.filter((each) => each === 'wrong')).toEqual([]);
    right.push(...readings.filter((each) => each === 'right'));
  });

  it('are drafted for most of what was asked for', () => {
    expect(right.length / (whole.length * OPERATIONS.length)).toBeGreaterThan(0.8);
  });

  it('say of each line how sure it is, and which word was not seen', () => {
    const body = { relays: [{ no: 1, do: 'ON' }] };
    const har = {
      log: {
        entries: [
          {
            request: {
              method: 'POST',
              url: 'https://a.test/svc/v1/devices/a/relays/commands',
              postData: { text: JSON.stringify(body) },
            },
            response: {
              status: 200,
              content: { text: JSON.stringify(envelope({ command: { ref: 'c-1', status: 'DONE' } })) },
            },
          },
        ],
      },
    };
    const { draft } = draftDialect(evidenceInHar(JSON.stringify(har), 'traffic.har') ?? [], USUAL);
    const text = dialectText(draft, 'drafted');
    expect(text).toContain(
      'do: $relay.action(ON|off|jog) # open: not seen, and so a guess: the word for off and jog; traffic.har, entry 1',
    );
    expect(text).toContain('- DONE');
  });
});
