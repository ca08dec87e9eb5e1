import { request as httpRequest, Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readAnswer } from '../../suites/service-rig.js';
import { createServing, exchange, parseResponse } from './listening.js';

const serving = createServing();
afterEach(() => serving.closeAll());

const CLOSE = 'Host: x\r\nConnection: close\r\n';

async function ask(port: number, bytes: string | Uint8Array) {
  return readAnswer(parseResponse(await exchange(port, bytes)));
}

function post(body: string | Uint8Array, headers = ''): Uint8Array {
  const bytes = Buffer.from(body);
  const head = `POST /svc/v1/auth/token HTTP/1.1\r\n${CLOSE}Content-Length: ${bytes.length}\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

describe('HTTP', () => {
  it('serves requests one after another on one connection, each with its length', async () => {
    const { url, tokenOf } = await serving.open();
    const headers = { authorization: `Bearer ${tokenOf('operator')}` };
    for (const path of ['devices', 'device-profiles', 'devices/no-such/config']) {
      const response = await fetch(`${url}/svc/v1/${path}`, { headers });
      const text = await response.text();
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
      readAnswer({ status: response.status, headers: Object.fromEntries(response.headers), body: text });
    }
  });

  it('carries a command from the wire to the device and back, with the wait for it', async () => {
    const { url, tokenOf, pump } = await serving.open();
    const headers = {
      authorization: `Bearer ${tokenOf('operator')}`,
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    };
    const body = JSON.stringify({ relays: [{ index: 1, action: 'on' }] });
    const set = () =>
      fetch(`${url}/svc/v1/devices/bench-01/relays/commands`, { method: 'POST', headers, body });
    const first: unknown = await (await pump(set())).json();
    expect(first).toMatchObject({ code: 'SUCCESS', data: { command: { status: 'SUCCEEDED' } } });
    expect(await (await set()).json()).toEqual(first);
    const read = () => fetch(`${url}/svc/v1/devices/bench-01`, { headers });
    expect((await pump(read())).status).toBe(200);
    const early = await read();
    expect(early.status).toBe(429);
    expect(await early.json()).toMatchObject({
      data: { retryAfterSeconds: Number(early.headers.get('retry-after')) },
    });
  });

  it.each([
    ['is no HTTP', 'hello, is it me you are looking for?\r\n\r\n', 400],
    ['is no text', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]), 400],
    ['has a bad version', `GET / HTTP/9.9\r\n${CLOSE}\r\n`, 400],
    ['has a header without a name', `GET / HTTP/1.1\r\n: x\r\n${CLOSE}\r\n`, 400],
    ['has two lengths', `POST / HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`, 400],
    ['has a length that is no number', `POST / HTTP/1.1\r\n${CLOSE}Content-Length: x\r\n\r\nx`, 400],
    [
      'has a bad chunk',
      `POST /svc/v1/auth/token HTTP/1.1\r\n${CLOSE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['has no host', 'GET /svc/v1/devices HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['has large headers', `GET /svc/v1/devices HTTP/1.1\r\n${CLOSE}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['has a long path', `GET /svc/v1/${'x'.repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 431],
    ['wants a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${CLOSE}\r\n`, 404],
    ['has an unknown method', `BREW /svc/v1/devices HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['patches', `PATCH /svc/v1/devices HTTP/1.1\r\n${CLOSE}\r\n`, 404],
    ['asks for options', `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`, 404],
    ['has a body that is not UTF-8', post(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400],
    ['has a compressed body', post(gzipSync('{}'), 'Content-Encoding: gzip\r\n'), 400],
    ['has a body of another type', post('a=b', 'Content-Type: application/x-www-form-urlencoded\r\n'), 400],
    ['has a body that is too large', post('x'.repeat(70_000)), 400],
    ['expects something odd', `GET /svc/v1/devices HTTP/1.1\r\n${CLOSE}Expect: the unexpected\r\n\r\n`, 401],
    ['is of HTTP/1.0', 'GET /svc/v1/devices HTTP/1.0\r\n\r\n', 401],
    ['names the whole URL', `GET http://x/svc/v1/devices HTTP/1.1\r\n${CLOSE}\r\n`, 401],
    [
      'has its credentials twice',
      `GET /svc/v1/devices HTTP/1.1\r\n${CLOSE}Authorization: a\r\nAuthorization: b\r\n\r\n`,
      401,
    ],
  ])('that %s is answered in the envelope', async (_, bytes, status) => {
    const { port, bugs } = await serving.open();
    expect(await ask(port, bytes)).toMatchObject({ status });
    expect(bugs).toEqual([]);
  });

  it('has no body in the answer to HEAD', async () => {
    const { port } = await serving.open();
    const response = parseResponse(await exchange(port, `HEAD /svc/v1/devices HTTP/1.1\r\n${CLOSE}\r\n`));
    expect(response).toMatchObject({ status: 404, body: '' });
  });

  it('answers a chunked body that is too large, and one that never ends', async () => {
    const { port } = await serving.open();
    const head = `POST /svc/v1/auth/token HTTP/1.1\r\n${CLOSE}Transfer-Encoding: chunked\r\n\r\n`;
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    const ended = await ask(port, `${head}${chunk.repeat(20)}0\r\n\r\n`);
    expect(ended).toMatchObject({ status: 400, code: 'PAYLOAD_TOO_LARGE' });
    const endless = await ask(port, head + chunk.repeat(300));
    expect(endless).toMatchObject({ status: 400, code: 'PAYLOAD_TOO_LARGE' });
  });

  it('answers headers and bodies that take too long with 408', async () => {
    const sockets = { headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 };
    const { port } = await serving.open({ how: { sockets } });
    expect(await ask(port, 'GET /svc/v1/devices HTTP/1.1\r\nHost:')).toMatchObject({ status: 408 });
    const half = `POST /svc/v1/auth/token HTTP/1.1\r\n${CLOSE}Content-Length: 10\r\n\r\n{`;
    expect(await ask(port, half)).toMatchObject({ status: 408 });
  });

  it('declines an upgrade to something else by answering the request, body and all', async () => {
    const { url, port, tokenOf } = await serving.open();
    const h2c = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
      new Promise<{ status: number | undefined; text: string; local: number | undefined }>(
        (resolve, reject) => {
          const request = httpRequest(
            `${url}${path}`,
            { method, agent, headers: { ...h2c, ...headers } },
            (response) => {
              const local = response.socket.localPort;
              let text = '';
              response.on('data', (chunk: Buffer) => (text += chunk.toString()));
              response.on('end', () => resolve({ status: response.statusCode, text, local }));
            },
          );
          request.on('error', reject);
          request.end(body);
        },
      );
    const authorization = `Bearer ${tokenOf('reader')}`;
    expect(await send('GET', '/svc/v1/devices', { authorization })).toMatchObject({ status: 200 });
    const body = JSON.stringify({ clientId: 'reader', clientSecret: 'demo-reader-secret' });
    const token = await send('POST', '/svc/v1/auth/token', { 'content-length': String(body.length) }, body);
    expect(JSON.parse(token.text)).toMatchObject({ code: 'SUCCESS' });
    agent.destroy();
    const closing =
      'GET /svc/v1/devices HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: close, Upgrade\r\n\r\n';
    expect(await ask(port, closing)).toMatchObject({ status: 401 });
  });

  it('survives callers that hang up in the middle', async () => {
    const { port, bugs, url } = await serving.open();
    const half = `POST /svc/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`;
    for (const bytes of ['GET /svc', half, `${half}${'x'.repeat(4)}`]) await exchange(port, bytes, true);
    expect((await fetch(`${url}/svc/v1/devices`)).status).toBe(401);
    expect(bugs).toEqual([]);
  });
});
