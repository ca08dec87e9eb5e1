import { get } from 'node:https';
import { connect as tlsConnect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { certificateFingerprint, makeCertificate } from '../../../src/simulator/transport/certificate.js';
import { ListenError } from '../../../src/simulator/transport/server.js';
import { isLoopback } from '../../../src/simulator/transport/network.js';
import { createServing } from './listening.js';
import { simulate } from './simulated.js';

const serving = createServing();
afterEach(() => serving.closeAll());

const certificate = makeCertificate();

function statusOf(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe('a certificate that is made', () => {
  it('is for this machine by all its names, is its own authority and tells its fingerprint', async () => {
    const { cert, key, fingerprint } = await certificate;
    expect(cert).toMatch(/^-----BEGIN CERTIFICATE-----\n[^]+\n-----END CERTIFICATE-----\n$/);
    expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(certificateFingerprint(cert)).toBe(fingerprint);
    expect((await makeCertificate()).fingerprint).not.toBe(fingerprint);
  });
});

describe('HTTPS', () => {
  it('serves REST under each name of the machine to whoever trusts the certificate', async () => {
    const tls = await certificate;
    const { url, port } = await serving.open({ how: { tls } });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await statusOf(`https://${host}:${port}/svc/v1/devices`, tls.cert)).toBe(401);
    }
    const other = await makeCertificate();
    await expect(statusOf(`${url}/svc/v1/devices`, other.cert)).rejects.toThrow(/certificate|self-signed/i);
  });

  it('carries WebSockets', async () => {
    const tls = await certificate;
    const { port, simulator, closeAll } = { ...(await serving.open({ how: { tls } })), ...serving };
    const caller = simulator.service.admitMessage('reader', undefined);
    const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
    const query = ticket.ok ? ticket.value.ticket : '';
    const socket = new WebSocket(`wss://127.0.0.1:${port}/svc/v1/ws?ticket=${query}`, { ca: tls.cert });
    await new Promise((resolve) => socket.once('open', resolve));
    const reply = new Promise<string>((resolve) => {
      socket.once('message', (data) => resolve((data as Buffer).toString()));
    });
    socket.send(JSON.stringify({ type: 'request', topic: 'session.ping', requestId: 'r1', data: {} }));
    expect(JSON.parse(await reply)).toMatchObject({ requestId: 'r1', code: 'SUCCESS' });
    const closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    await closeAll();
    expect(await closed).toBe(1001);
  });

  it('declines an upgrade to h2c and survives a caller that speaks no TLS', async () => {
    const tls = await certificate;
    const { port, url } = await serving.open({ how: { tls } });
    await expect(fetch(`http://127.0.0.1:${port}/svc/v1/devices`)).rejects.toThrow('fetch failed');
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = tlsConnect({ port, host: '127.0.0.1', ca: tls.cert }, () =>
        socket.write(
          'GET /svc/v1/devices HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: close, Upgrade\r\n\r\n',
        ),
      );
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
    });
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(await statusOf(`${url}/svc/v1/devices`, tls.cert)).toBe(401);
  });

  it('needs a certificate and a key that fit', async () => {
    const { simulator } = simulate();
    const [one, other] = [await certificate, await makeCertificate()];
    for (const tls of [
      { cert: one.cert, key: other.key },
      { cert: 'no PEM', key: one.key },
      { cert: one.cert, key: '' },
    ]) {
      const refused = simulator.listen('127.0.0.1', 0, { tls });
      await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'BAD_CERTIFICATE' }));
    }
  });
});

describe('HTTP without encryption', () => {
  it('is served on loopback only', async () => {
    const { simulator } = simulate();
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.example.com']) {
      const refused = simulator.listen(host, 0);
      await expect(refused).rejects.toThrow(ListenError);
      await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'PLAIN_HTTP' }));
    }
    expect(['localhost', '127.0.0.1', '127.1.2.3', '::1'].every(isLoopback)).toBe(true);
  });

  it('elsewhere is no hindrance with a certificate', async () => {
    const tls = await certificate;
    const { simulator } = simulate();
    const listening = await simulator.listen('0.0.0.0', 0, { tls });
    expect(await statusOf(`https://127.0.0.1:${listening.port}/svc/v1/devices`, tls.cert)).toBe(401);
    await listening.close();
  });
});
