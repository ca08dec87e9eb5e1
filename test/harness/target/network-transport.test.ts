// The network transport over real sockets: the shared suite, and what only a network has.
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createNetworkTransport } from '../../../src/harness/target/network/create-network-transport.js';
import type { NetworkSettings } from '../../../src/harness/target/network/settings.js';
import type { SocketClose, Transport } from '../../../src/harness/target/transport.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { createSignal, type ServerScript, transportSuite } from '../../suites/transport.js';
import { CERTIFICATE, KEY } from './certificate.js';
import { type ScriptedServer, startServer } from './scripted-server.js';

const clock = createSystemClock();
// A server that answers nothing is only waited for this long after a cut.
const limits = { linger: 50 };

function transportTo(
  server: Pick<ScriptedServer, 'url' | 'websocketUrl'>,
  settings: Partial<NetworkSettings> = {},
): Transport {
  return createNetworkTransport({
    baseUrl: server.url,
    websocketUrl: server.websocketUrl,
    tls: { insecure: false },
    clock,
    limits,
    ...settings,
  });
}

transportSuite('over plain sockets', async (script) => {
  const server = await startServer(script);
  const transport = transportTo(server);
  return { transport, stop: () => transport.close().then(() => server.stop()) };
});

transportSuite('over TLS', async (script) => {
  const server = await startServer(script, { key: KEY, cert: CERTIFICATE });
  const transport = transportTo(server, { tls: { ca: CERTIFICATE, insecure: false } });
  return { transport, stop: () => transport.close().then(() => server.stop()) };
});

describe('on the network', () => {
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });
  const GET = { method: 'GET', path: '/svc/v1/devices', headers: {} };
  const QUIET = { frame: () => undefined, closed: () => undefined };

  async function serve(
    script: Partial<ServerScript>,
    tls?: { key: string; cert: string },
  ): Promise<ScriptedServer> {
    const server = await startServer(
      { http: () => ({ status: 200, body: '{}' }), upgrade: () => 'open', ...script },
      tls,
    );
    stops.push(() => server.stop());
    return server;
  }
  function reach(...to: Parameters<typeof transportTo>): Transport {
    const transport = transportTo(...to);
    stops.push(() => transport.close());
    return transport;
  }
  async function deadServer(): Promise<Pick<ScriptedServer, 'url' | 'websocketUrl'>> {
    const server = await startServer({ http: () => 'silence', upgrade: () => 'silence' });
    await server.stop();
    return server;
  }

  test('a path of the base address comes before every path', async () => {
    const paths: string[] = [];
    const server = await serve({
      http: ({ path }) => {
        paths.push(path);
        return { status: 200, body: '' };
      },
    });
    const transport = reach({ ...server, url: `${server.url}/cloud` });
    await transport.http(GET);
    await transport.http(GET, { cutAfterSending: true });
    expect(paths).toEqual(['/cloud/svc/v1/devices', '/cloud/svc/v1/devices']);
  });

  test('connections are kept for the requests that follow', async () => {
    const server = await serve({});
    const transport = reach(server);
    for (let left = 20; left > 0; left--) await transport.http(GET);
    // The pool may take a second one, while the first still tidies up after its reply.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  test.each([false, true])('a port that nobody listens at refuses (cut: %s)', async (cutAfterSending) => {
    const outcome = await reach(await deadServer()).http(GET, { cutAfterSending });
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'refused', cause: 'connection' });
    expect(outcome).toHaveProperty(
      'detail',
      expect.stringMatching(/^no connection to http:\/\/127.0.0.1:\d+: nothing/),
    );
  });

  test('a port that nobody listens at refuses a WebSocket connection without a status', async () => {
    const outcome = await reach(await deadServer()).open('/svc/v1/ws', QUIET);
    expect(outcome).toMatchObject({ kind: 'refused', cause: 'connection' });
  });

  test('a name without an address is told from a dead port', async () => {
    const outcome = await reach({
      url: 'http://no-such-host.invalid',
      websocketUrl: 'ws://no-such-host.invalid',
    }).http(GET);
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'refused', cause: 'address' });
  });

  test.each([false, true])('a certificate that is not trusted refuses (cut: %s)', async (cutAfterSending) => {
    const server = await serve({}, { key: KEY, cert: CERTIFICATE });
    const transport = reach(server);
    const outcome = await transport.http(GET, { cutAfterSending });
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'refused', cause: 'tls' });
    expect(await transport.open('/svc/v1/ws', QUIET)).toMatchObject({ kind: 'refused', cause: 'tls' });
  });

  test('any certificate is taken when the profile asks for it', async () => {
    const server = await serve({}, { key: KEY, cert: CERTIFICATE });
    const transport = reach(server, { tls: { insecure: true } });
    expect(await transport.http(GET)).toMatchObject({ kind: 'reply' });
    expect(await transport.http(GET, { cutAfterSending: true })).toMatchObject({ reason: 'cut' });
    expect(await transport.open('/svc/v1/ws', QUIET)).toMatchObject({ kind: 'open' });
  });

  test('a server that speaks something else is not HTTP', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end('220 mail ready\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const transport = reach({ url: `http://127.0.0.1:${port}`, websocketUrl: `ws://127.0.0.1:${port}` });
    expect(await transport.http(GET)).toMatchObject({ kind: 'broken', reason: 'reset', cause: 'protocol' });
  });

  test('a reply over the limit is broken off', async () => {
    const server = await serve({ http: () => ({ status: 200, body: 'x'.repeat(2000) }) });
    const outcome = await reach(server, { limits: { message: 1000 } }).http(GET);
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'cut', cause: 'limit' });
  });

  test('headers over the limit are broken off', async () => {
    const server = await serve({
      http: () => ({ status: 200, body: '', headers: { 'x-a': 'x'.repeat(5000) } }),
    });
    const outcome = await reach(server, { limits: { headers: 2000 } }).http(GET);
    expect(outcome).toMatchObject({ kind: 'broken', cause: 'limit' });
  });

  test('a frame over the limit ends the connection, and says why', async () => {
    const server = await serve({ opened: (peer) => peer.send('x'.repeat(2000)) });
    const closed = createSignal<SocketClose>();
    await reach(server, { limits: { message: 1000 } }).open('/svc/v1/ws', { ...QUIET, closed: closed.give });
    expect(await closed.came).toMatchObject({ detail: 'it brought a frame of more than 1000 bytes' });
  });

  test.each([false, true])(
    'a header that breaks the protocol is never sent (cut: %s)',
    async (cutAfterSending) => {
      let requests = 0;
      const server = await serve({
        http: () => {
          requests++;
          return { status: 200, body: '' };
        },
      });
      const headers = { 'idempotency-key': 'a\r\nx-injected: b' };
      const outcome = await reach(server).http({ ...GET, headers }, { cutAfterSending });
      expect(outcome).toMatchObject({ kind: 'broken', reason: 'refused', cause: 'request' });
      expect(requests).toBe(0);
    },
  );

  test('a transport that is closed refuses everything', async () => {
    const transport = reach(await serve({}));
    await transport.close();
    expect((await transport.http(GET)).kind).toBe('broken');
    expect((await transport.open('/svc/v1/ws', QUIET)).kind).toBe('refused');
  });
});
