import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createServing, type Served } from './listening.js';

const serving = createServing();
afterEach(() => serving.closeAll());

const relays = JSON.stringify({ relays: [{ index: 1, action: 'on' }] });
const commands = '/svc/v1/devices/bench-01/relays/commands';

async function openSocket({ simulator, port }: Served): Promise<WebSocket> {
  const caller = simulator.service.admitMessage('operator', undefined);
  const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
  const query = ticket.ok ? ticket.value.ticket : '';
  const socket = new WebSocket(`ws://127.0.0.1:${port}/svc/v1/ws?ticket=${query}`);
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describe('a server that closes', () => {
  it('lets REST requests under way end, and their connections with them', async () => {
    const served = await serving.open();
    const headers = {
      authorization: `Bearer ${served.tokenOf('operator')}`,
      'content-type': 'application/json',
    };
    const response = fetch(`${served.url}${commands}`, { method: 'POST', headers, body: relays });
    while (!served.simulator.ports.lane.isTaken('bench-01')) await served.clock.advance(0);
    const closing = served.close();
    const answer = await served.pump(response);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await closing;
    expect(await isTaken(served.port)).toBe(false);
  });

  it('answers WebSocket requests under way before it says goodbye with 1001, and takes no more', async () => {
    const served = await serving.open();
    const socket = await openSocket(served);
    const replies: string[] = [];
    socket.on('message', (data) => {
      const text = (data as Buffer).toString();
      if (text.startsWith('{"type":"reply"')) replies.push(text);
    });
    const closed = new Promise<unknown>((resolve) => {
      socket.once('close', (code, reason) =>
        resolve({ code, reason: reason.toString(), replies: [...replies] }),
      );
    });
    const data = {
      deviceId: 'bench-01',
      operation: { name: 'device.relay.set', params: JSON.parse(relays) as unknown },
    };
    const topic = 'device.operation.execute';
    socket.send(JSON.stringify({ type: 'request', topic, requestId: 'r1', data }));
    while (!served.simulator.ports.lane.isTaken('bench-01')) await served.clock.advance(0);
    const closing = served.close();
    socket.send(JSON.stringify({ type: 'request', topic: 'session.ping', requestId: 'late', data: {} }));
    await served.pump(closing);
    expect(await closed).toEqual({
      code: 1001,
      reason: 'the service goes away',
      replies: [expect.stringContaining('"requestId":"r1","code":"SUCCESS"') as string],
    });
  });

  it('frees the port though connections are idle, silent, or half through a request', async () => {
    const served = await serving.open({ how: { sockets: { drainTime: 100 } } });
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve, reject) => {
      httpRequest(`${served.url}/svc/v1/devices`, { agent }, (response) =>
        response.resume().once('end', resolve),
      )
        .on('error', reject)
        .end();
    });
    const silent = connect(served.port, '127.0.0.1');
    const half = connect(served.port, '127.0.0.1', () => half.write('GET /svc/v1/devices HT'));
    const ends = [silent, half].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of [silent, half]) socket.on('error', () => undefined);
    await new Promise((resolve) => half.once('ready', resolve));
    await served.clock.advance(0);
    await served.close();
    await Promise.all(ends);
    expect(await isTaken(served.port)).toBe(false);
    agent.destroy();
  });

  it('cuts off what does not end in time: requests that wait for a clock that stands, peers that do not answer', async () => {
    const served = await serving.open({ how: { sockets: { drainTime: 100 } } });
    const headers = {
      authorization: `Bearer ${served.tokenOf('operator')}`,
      'content-type': 'application/json',
    };
    const response = fetch(`${served.url}${commands}`, { method: 'POST', headers, body: relays });
    const socket = await openSocket(served);
    (socket as unknown as { _socket: { pause(): void } })._socket.pause();
    while (!served.simulator.ports.lane.isTaken('bench-01')) await served.clock.advance(0);
    const [outcome] = await Promise.allSettled([response, served.close()]);
    expect(outcome.status).toBe('rejected');
    socket.terminate();
    expect(await isTaken(served.port)).toBe(false);
  });

  it('lets replies be read that were written before', async () => {
    const served = await serving.open();
    const document = await (await fetch(`${served.url}/openapi.json`)).text();
    const count = 60;
    const chunks: Buffer[] = [];
    const socket = connect(served.port, '127.0.0.1');
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
    // The first bytes have come; most of what has been written lies in the buffers of both sides.
    await new Promise((resolve) => socket.once('readable', resolve));
    const closing = served.close();
    await new Promise((resolve) => setImmediate(resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await ended;
    await closing;
    const text = Buffer.concat(chunks).toString();
    const replies = text.split('HTTP/1.1 200').length - 1;
    expect(replies).toBeGreaterThan(0);
    // Not one of them is cut short.
    expect(text.split(document).length - 1).toBe(replies);
  });

  it('closes once, however often it is told to', async () => {
    const served = await serving.open();
    await Promise.all([served.close(), served.close()]);
    await served.close();
    expect(await isTaken(served.port)).toBe(false);
  });
});
