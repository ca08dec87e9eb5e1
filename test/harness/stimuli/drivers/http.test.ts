// Stimuli by HTTP, against a little server that a test writes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSilentServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Agent } from 'undici';
import { callHttp } from '../../../../src/harness/stimuli/drivers/http.js';
import type { ActName } from '../../../../src/harness/profile/stimuli/catalogue.js';
import type { Clock } from '../../../../src/kernel/clock.js';
import { stimuliRig } from '../stimuli-rig.js';

interface Lab {
  readonly url: string;
  readonly seen: { line: string; body: string; authorization: string | undefined }[];
}

async function lab(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<Lab> {
  const seen: Lab['seen'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ line: `${method} ${url}`, body, authorization: headers.authorization });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test('fills in what it is about, and keeps secrets out of the trace', async () => {
  const { url, seen } = await lab((response) => response.writeHead(204).end());
  const rig = stimuliRig(`set-input:
  http:
    method: PUT
    url: '${url}/{deviceId}/{index}?to={onOff}'
    headers: { authorization: 'Bearer \${PDU_TOKEN}' }
    body: '{"device": "{device}", "on": {value}}'`);
  expect(await rig.act('set-input', { index: 1, active: false })).toEqual({ kind: 'applied' });
  expect(seen).toEqual([
    {
      line: 'PUT /dev-1/1?to=off',
      body: '{"device": "bench", "on": false}',
      authorization: 'Bearer pdu-token-text',
    },
  ]);
  expect(rig.records('stimulus')).toEqual([
    expect.objectContaining({
      name: 'set-input',
      deviceId: 'dev-1',
      parameters: { index: 1, active: false },
      outcome: 'applied',
    }),
  ]);
  expect(JSON.stringify(rig.trace.records())).not.toContain('pdu-token-text');
});

test('reads the number of a witness where the profile says that it stands', async () => {
  const { url } = await lab((response) => response.end('{"outlets": [{"count/all": 7}]}'));
  const witness = (pointer: string) =>
    stimuliRig(`executions: { http: { url: '${url}', value: '${pointer}' } }`).act('executions');
  expect(await witness('/outlets/0/count~1all')).toEqual({ kind: 'applied', value: 7 });
  expect(await witness('/outlets/1/count')).toMatchObject({
    kind: 'failed',
    detail: expect.stringContaining('there is no number at /outlets/1/count'),
  });
});

test('fails with what the other side says, and follows no redirect', async () => {
  const { url, seen } = await lab((response, { url: path }) => {
    if (path === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (path === '/large') response.end('x'.repeat(1_100_000));
    else response.writeHead(503).end('outlet 3 is locked, pdu-token-text\nmore');
  });
  const at = (path: string) =>
    stimuliRig(`inject-rs485: { http: { url: '${url}${path}', headers: { a: '\${PDU_TOKEN}' } } }`).act(
      'inject-rs485',
      { data: 'ff' },
    );
  expect(await at('/locked')).toEqual({
    kind: 'failed',
    detail: 'it was answered with 503 outlet 3 is locked, <PDU_TOKEN>',
  });
  expect(await at('/moved')).toMatchObject({ kind: 'failed', detail: expect.stringContaining('302') });
  expect(seen.map(({ line }) => line)).not.toContain('POST /elsewhere');
  expect(await at('/large')).toMatchObject({ detail: 'the reply is larger than 1048576 bytes' });
});

test('gives up when the time is over, when it is told to, and when nobody is there', async () => {
  let arrived = (): void => undefined;
  const { url } = await lab(() => arrived());
  const rig = stimuliRig(`inject-rs485: { http: { url: '${url}' }, timeout: 3s }`);
  const hanging = new Promise<void>((resolve) => (arrived = resolve));
  const late = rig.act('inject-rs485', { data: 'ff' });
  await hanging;
  await rig.clock.advance(3000);
  expect(await late).toEqual({ kind: 'failed', detail: 'no answer came in time' });

  const aborted = rig.act('inject-rs485', { data: 'ff' }, AbortSignal.abort());
  expect(await aborted).toMatchObject({ kind: 'failed' });

  const nobody = stimuliRig("inject-rs485: { http: { url: 'http://127.0.0.1:1/' } }");
  expect(await nobody.act('inject-rs485', { data: 'ff' })).toMatchObject({
    detail: expect.stringContaining('ECONNREFUSED'),
  });
});

test('gives up a TLS handshake that never ends, a head that never comes, and a body that never ends', async () => {
  const connected: (() => void)[] = [];
  const silent = createSilentServer((socket) => {
    socket.on('error', () => undefined);
    connected.shift()?.();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const mute = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { url: dripping } = await lab((response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('x', () => connected.shift()?.());
  });
  for (const url of [`https://${mute}`, `http://${mute}`, dripping]) {
    const rig = stimuliRig(`inject-rs485: { http: { url: '${url}' }, timeout: 3s }`);
    const there = new Promise<void>((resolve) => connected.push(resolve));
    const acted = rig.act('inject-rs485', { data: 'ff' });
    await there;
    await rig.clock.advance(3000);
    expect(await acted).toEqual({ kind: 'failed', detail: 'no answer came in time' });
  }
});

describe('a call that meets interference', () => {
  /** What comes of it, how often it was made, and the waits in between in ms; each is over at once. */
  async function calling(name: ActName, statuses: readonly number[], signal = new AbortController().signal) {
    let answers = 0;
    const { url, seen } = await lab((response) =>
      response.writeHead(statuses[answers++] ?? 200).end('{"count": 7}'),
    );
    const waits: number[] = [];
    const clock: Pick<Clock, 'now' | 'setTimer'> = {
      now: () => waits.reduce((sum, wait) => sum + wait, 0),
      setTimer: (timer, delay, act) => {
        waits.push(delay);
        queueMicrotask(act);
        return { name: timer, dueAt: 0, cancel: () => undefined };
      },
    };
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    const called = await callHttp(name, { method: 'GET', url, headers: {} }, { dispatcher, clock }, signal);
    return { called, calls: seen.length, waits };
  }

  test('is made again where it looks at a witness', async () => {
    const { called, calls, waits } = await calling('executions', [503, 429]);
    expect(called).toEqual({ ok: true, text: '{"count": 7}' });
    expect([calls, waits]).toEqual([3, [200, 400]]);
  });

  test('is made three times at most', async () => {
    const { called, calls } = await calling('executions', [500, 500, 500, 500]);
    expect(called).toMatchObject({ ok: false, status: 500 });
    expect(calls).toBe(3);
  });

  test('is made once where the answer would stay the same, and where it acts', async () => {
    expect((await calling('executions', [404])).calls).toBe(1);
    expect((await calling('set-input', [503])).calls).toBe(1);
  });
});

describe('what a bench calls otherwise', () => {
  test('is written in its words, from 0, in its unit and in its encoding', async () => {
    const { url, seen } = await lab((response) => response.writeHead(204).end());
    const rig =
      stimuliRig(`set-input: { http: { url: '${url}/d{index:from0}', body: '{"level": "{value(high|low)}"}' } }
set-analog: { http: { url: '${url}', body: '{"microamps": {value:x1000}}' } }
inject-rs485: { http: { url: '${url}', body: '{"bytes": {data:array}, "text": "{data:base64}"}' } }`);
    await rig.act('set-input', { index: 1, active: true });
    await rig.act('set-input', { index: 1, active: false });
    await rig.act('set-analog', { index: 1, value: 4.02 });
    await rig.act('inject-rs485', { data: '0aff' });
    expect(seen.map(({ line }) => line)).toEqual(['POST /d0', 'POST /d0', 'POST /', 'POST /']);
    expect(seen.map(({ body }) => body)).toEqual([
      '{"level": "high"}',
      '{"level": "low"}',
      '{"microamps": 4020}',
      '{"bytes": [10,255], "text": "Cv8="}',
    ]);
  });

  test('counts in several numbers, which are added up', async () => {
    const reply = { units: { 'dev-1': { done: { set: 2, send: 3 }, by: { 'a/b': 4 } } } };
    const { url } = await lab((response) => response.end(JSON.stringify(reply)));
    const sumOf = async (value: string): Promise<unknown> =>
      stimuliRig(`executions: { http: { url: '${url}', value: ${value} } }`).act('executions');
    const units = '/units/{deviceId}';
    expect(await sumOf(`['${units}/done/set', '${units}/by/a~1b']`)).toEqual({ kind: 'applied', value: 6 });
    expect(await sumOf(`'${units}/done/*'`)).toEqual({ kind: 'applied', value: 5 });
    expect(await sumOf(`['${units}/done/set', '${units}/done/jog?']`)).toEqual({ kind: 'applied', value: 2 });
    for (const wrong of [`${units}/done/jog`, `${units}/gone/jog?`, `${units}/done?`, `${units}/*`])
      expect(await sumOf(`'${wrong}'`)).toMatchObject({ kind: 'failed' });
  });
});
