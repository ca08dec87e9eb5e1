// What every transport promises, whatever carries its bytes. An implementation's test gives a factory that
// connects a transport to a server which follows a script.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HttpRequest, SocketClose, Transport } from '../../src/harness/target/transport.js';

export interface ScriptedReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A reply, no reply ever, or a connection that breaks before one. */
export type ScriptedAnswer = ScriptedReply | 'silence' | 'break';

/** The server's end of an open connection. */
export interface Peer {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Ends the connection without a closing handshake. */
  drop(): void;
}

export interface ServerScript {
  http(request: HttpRequest): ScriptedAnswer | Promise<ScriptedAnswer>;
  /** `open`, or the status with which the upgrade is refused. */
  upgrade(path: string): 'open' | number | 'silence';
  opened?(peer: Peer): void;
  frame?(peer: Peer, text: string): void;
  closed?(code: number): void;
}

export interface Connected {
  readonly transport: Transport;
  stop(): Promise<void>;
}

export type ConnectTransport = (script: ServerScript) => Promise<Connected>;

/** A promise together with the function that settles it: how a test waits for a handler to be called. */
export interface Signal<T> {
  readonly came: Promise<T>;
  readonly give: (value: T) => void;
}

export function createSignal<T>(): Signal<T> {
  let give: (value: T) => void = () => undefined;
  const came = new Promise<T>((resolve) => (give = resolve));
  return { came, give: (value) => give(value) };
}

const GET: HttpRequest = { method: 'GET', path: '/svc/v1/devices', headers: { accept: 'application/json' } };
const OK: ScriptedReply = { status: 200, body: '{}' };

interface Recorded {
  readonly frames: string[];
  readonly closed: Promise<SocketClose>;
}

/** Opens a connection that must open, and keeps what it hears. */
async function openedOn(
  transport: Transport,
): Promise<Recorded & { socket: Awaited<ReturnType<typeof socketOf>> }> {
  const frames: string[] = [];
  const closed = createSignal<SocketClose>();
  const socket = await socketOf(transport, (text) => frames.push(text), closed.give);
  return { socket, frames, closed: closed.came };
}

async function socketOf(
  transport: Transport,
  frame: (text: string, binary: boolean) => void,
  closed: (close: SocketClose) => void = () => undefined,
) {
  const outcome = await transport.open('/svc/v1/ws?ticket=t', { frame, closed });
  if (outcome.kind !== 'open') throw new Error(`refused: ${outcome.detail}`);
  return outcome.socket;
}

export function transportSuite(name: string, connect: ConnectTransport): void {
  describe(`${name}: requests`, () => {
    let connected: Connected | undefined;
    afterEach(async () => connected?.stop());
    const to = async (http: ServerScript['http']): Promise<Transport> => {
      connected = await connect({ http, upgrade: () => 404 });
      return connected.transport;
    };

    test('a request arrives as it was given', async () => {
      const seen: HttpRequest[] = [];
      const transport = await to((request) => {
        seen.push(request);
        return OK;
      });
      await transport.http({
        method: 'PUT',
        path: '/svc/v1/devices/a%2Fb?limit=2',
        headers: { 'idempotency-key': 'k 1', 'content-type': 'application/json' },
        body: '{"name":"Gerät"}',
      });
      expect(seen).toMatchObject([
        { method: 'PUT', path: '/svc/v1/devices/a%2Fb?limit=2', body: '{"name":"Gerät"}' },
      ]);
      expect(seen[0]?.headers).toMatchObject({
        'idempotency-key': 'k 1',
        'content-type': 'application/json',
      });
    });

    test('an odd body arrives in chunks, or in bytes that are no text', async () => {
      const seen: HttpRequest[] = [];
      const transport = await to((request) => {
        seen.push(request);
        return OK;
      });
      const request = { method: 'POST', path: '/svc/v1/auth/token', headers: {} };
      await transport.http({ ...request, body: '{"a":1}', bodyAs: 'pieces' });
      await transport.http({ ...request, body: '"\u00FF"', bodyAs: 'bytes' });
      await transport.http({ ...request, body: '{"b":2}', bodyAs: 'halves' });
      expect(seen.map(({ body }) => body)).toEqual(['{"a":1}', '"\uFFFD"', '{"b":2}']);
      expect(seen.map(({ headers }) => headers['transfer-encoding'])).toEqual([
        'chunked',
        undefined,
        undefined,
      ]);
    });

    test('a reply comes back with status, lower-case headers and its body as text', async () => {
      const transport = await to(() => ({
        status: 429,
        headers: { 'Retry-After': '3', 'X-Any': 'a' },
        body: 'zu früh',
      }));
      const outcome = await transport.http(GET);
      expect(outcome).toMatchObject({ kind: 'reply', reply: { status: 429, body: 'zu früh' } });
      expect(outcome).toHaveProperty(['reply', 'headers', 'retry-after'], '3');
      expect(outcome).toHaveProperty(['reply', 'headers', 'x-any'], 'a');
    });

    test('a redirect is a reply like any other', async () => {
      const seen: string[] = [];
      const transport = await to(({ path }) => {
        seen.push(path);
        return { status: 302, headers: { location: '/svc/v1/elsewhere' }, body: '' };
      });
      expect(await transport.http(GET)).toMatchObject({ kind: 'reply', reply: { status: 302 } });
      expect(seen).toEqual(['/svc/v1/devices']);
    });

    test('many requests at once each get their own reply', async () => {
      const transport = await to(({ path }) => ({ status: 200, body: path }));
      const paths = Array.from({ length: 40 }, (_, at) => `/svc/v1/commands/${at}`);
      const outcomes = await Promise.all(paths.map((path) => transport.http({ ...GET, path })));
      expect(outcomes.map((each) => (each.kind === 'reply' ? each.reply.body : each.detail))).toEqual(paths);
    });

    test('a connection that breaks before the reply is a reset', async () => {
      const transport = await to(() => 'break');
      expect(await transport.http(GET)).toMatchObject({ kind: 'broken', reason: 'reset' });
    });

    test('a request that is given up is aborted, and the next one goes through', async () => {
      const arrived = createSignal<void>();
      const transport = await to(({ path }) => {
        if (path !== '/svc/v1/slow') return OK;
        arrived.give();
        return 'silence';
      });
      const giveUp = new AbortController();
      const outcome = transport.http({ ...GET, path: '/svc/v1/slow' }, { signal: giveUp.signal });
      await arrived.came;
      giveUp.abort();
      expect(await outcome).toMatchObject({ kind: 'broken', reason: 'aborted' });
      expect(await transport.http(GET)).toMatchObject({ kind: 'reply' });
    });

    test.each(['silence', 'break', 'reply'] as const)(
      'a request that is cut after sending arrives whole, also when the server answers with %s',
      async (answer) => {
        const arrived = createSignal<HttpRequest>();
        const transport = await to((request) => {
          arrived.give(request);
          return answer === 'reply' ? OK : answer;
        });
        const body = JSON.stringify({ filling: 'x'.repeat(200_000) });
        const request: HttpRequest = {
          ...GET,
          method: 'POST',
          body,
          headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
        };
        const outcome = await transport.http(request, { cutAfterSending: true });
        expect(outcome).toMatchObject({ kind: 'broken', reason: 'cut' });
        const seen = await arrived.came;
        expect(seen).toMatchObject({ method: 'POST', path: '/svc/v1/devices', body });
        expect(seen.headers).toMatchObject({ 'idempotency-key': 'k' });
      },
    );

    test('closing gives up what is under way', async () => {
      const arrived = createSignal<void>();
      const transport = await to(() => {
        arrived.give();
        return 'silence';
      });
      const outcome = transport.http(GET);
      await arrived.came;
      await transport.close();
      expect(await outcome).toMatchObject({ kind: 'broken', reason: 'aborted' });
    });
  });

  describe(`${name}: connections`, () => {
    let connected: Connected | undefined;
    let peer: Signal<Peer>;
    let frames: Signal<string>[];
    let gone: Signal<number>;
    let paths: string[];
    let answer: 'open' | number | 'silence';
    let greeting: string[];

    beforeEach(async () => {
      peer = createSignal();
      frames = Array.from({ length: 3 }, () => createSignal<string>());
      gone = createSignal();
      paths = [];
      answer = 'open';
      greeting = [];
      let heard = 0;
      connected = await connect({
        http: () => OK,
        upgrade: (path) => {
          paths.push(path);
          return answer;
        },
        opened: (each) => {
          for (const text of greeting) each.send(text);
          peer.give(each);
        },
        frame: (_, text) => frames[heard++]?.give(text),
        closed: gone.give,
      });
    });
    afterEach(async () => connected?.stop());
    const transport = (): Transport => connected!.transport;

    test('a connection opens at the path with its query', async () => {
      await openedOn(transport());
      expect(paths).toEqual(['/svc/v1/ws?ticket=t']);
    });

    test('frames travel both ways, in order', async () => {
      const here = await openedOn(transport());
      here.socket.send('one');
      here.socket.send('zwei ü');
      expect([await frames[0]!.came, await frames[1]!.came]).toEqual(['one', 'zwei ü']);
      (await peer.came).send('three');
      (await peer.came).close(1000, '');
      await here.closed;
      expect(here.frames).toEqual(['three']);
    });

    test('what the server sends at once on opening is not lost', async () => {
      greeting = ['hello', 'again'];
      const here = await openedOn(transport());
      (await peer.came).close(1000, '');
      await here.closed;
      expect(here.frames).toEqual(['hello', 'again']);
    });

    test('a refused upgrade gives its status', async () => {
      answer = 401;
      const outcome = await transport().open('/svc/v1/ws', {
        frame: () => expect.unreachable(),
        closed: () => expect.unreachable(),
      });
      expect(outcome).toMatchObject({ kind: 'refused', status: 401 });
    });

    test('an opening that is given up is refused without a status', async () => {
      answer = 'silence';
      const giveUp = new AbortController();
      const outcome = transport().open(
        '/svc/v1/ws',
        { frame: () => undefined, closed: () => undefined },
        { signal: giveUp.signal },
      );
      giveUp.abort();
      const refusal = await outcome;
      expect(refusal.kind).toBe('refused');
      expect(refusal).not.toHaveProperty('status');
    });

    test("the server's close comes with its code and reason", async () => {
      const here = await openedOn(transport());
      (await peer.came).close(4001, 'deployment');
      expect(await here.closed).toMatchObject({ code: 4001, reason: 'deployment' });
    });

    test('a connection that the server drops closes with 1006', async () => {
      const here = await openedOn(transport());
      (await peer.came).drop();
      expect(await here.closed).toMatchObject({ code: 1006 });
    });

    test('a close in good order reaches the server with its code', async () => {
      const here = await openedOn(transport());
      here.socket.close(1000, 'done');
      expect(await gone.came).toBe(1000);
      expect(await here.closed).toMatchObject({ code: 1000 });
    });

    test('a cut reaches the server without a closing handshake, and nothing is heard after it', async () => {
      const here = await openedOn(transport());
      const server = await peer.came;
      here.socket.cut();
      server.send('too late');
      expect(await gone.came).toBe(1006);
      expect(await here.closed).toMatchObject({ code: 1006 });
      expect(here.frames).toEqual([]);
    });

    test('a frame that is cut after sending arrives, and no reply to it is heard', async () => {
      const here = await openedOn(transport());
      await peer.came;
      const text = JSON.stringify({ filling: 'y'.repeat(200_000) });
      await here.socket.sendAndCut(text);
      expect(await frames[0]!.came).toBe(text);
      expect(await gone.came).toBe(1006);
      await here.closed;
      expect(here.frames).toEqual([]);
    });

    test('sending on a connection that is over does nothing', async () => {
      const here = await openedOn(transport());
      (await peer.came).close(1000, '');
      await here.closed;
      here.socket.send('x');
      await here.socket.sendAndCut('y');
      here.socket.close(1000, '');
      here.socket.cut();
      expect(here.frames).toEqual([]);
    });
  });
}
