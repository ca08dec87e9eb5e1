import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { CLOSE_CODES } from '../../../src/simulator/transport/websocket/session.js';
import { readAnswer } from '../../suites/service-rig.js';
import { createServing, exchange, parseResponse, type Served } from './listening.js';

const serving = createServing();
afterEach(() => serving.closeAll());

const SEED = 20_240_602;
const DOCUMENTED = new Set<number>(Object.values(CLOSE_CODES).map(({ code }) => code));

const GOOD = [
  'GET /svc/v1/devices HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nAccept: application/json\r\n\r\n',
  'POST /svc/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'PUT /svc/v1/devices/a/password HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET /svc/v1/ws?ticket=x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].map((text) => Buffer.from(text));

/** Bytes of a good request with some of them changed, doubled or left out, or bytes of no origin. */
const rawRequest: fc.Arbitrary<Uint8Array> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        good: fc.constantFrom(...GOOD),
        edits: fc.array(
          fc.record({ at: fc.nat(200), cut: fc.nat(3), put: fc.uint8Array({ maxLength: 3 }) }),
          {
            maxLength: 3,
          },
        ),
      })
      .map(({ good, edits }) =>
        edits.reduce<Buffer>(
          (bytes, { at, cut, put }) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]),
          good,
        ),
      ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 400 }) },
);

describe('bytes over a socket', () => {
  it('that are meant for HTTP are answered in the envelope, or wait for more', async () => {
    const { port, url, bugs } = await serving.open();
    await fc.assert(
      fc.asyncProperty(rawRequest, async (bytes) => {
        // Nothing comes after them: what is still waited for will not come.
        const received = await exchange(port, bytes, true);
        if (received === '' || received.startsWith('HTTP/1.1 100')) return;
        const { status, headers, body } = parseResponse(received);
        expect(status).toBeLessThan(500);
        const first = Buffer.from(body).subarray(0, Number(headers['content-length']));
        if (first.length > 0) readAnswer({ status, headers, body: first.toString() });
      }),
      { numRuns: 400, seed: SEED },
    );
    expect((await fetch(`${url}/svc/v1/devices`)).status).toBe(401);
    expect(bugs).toEqual([]);
  });

  it('that are meant for WebSocket are answered, or closed with a documented code', async () => {
    const served = await serving.open();
    const noFrame = fc.uint8Array({ minLength: 2, maxLength: 150 });
    // Text, binary and ping; masked with zeros. A close is not among them: its code would come back.
    const frame = fc
      .record({ first: fc.constantFrom(0x81, 0x82, 0x89, 0x01), payload: fc.uint8Array({ maxLength: 120 }) })
      .map(({ first, payload }) => Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0, ...payload]));
    const codes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(frame, noFrame), async (bytes) => {
        const code = closeCodeIn(await converse(served, bytes));
        if (code === undefined) return;
        codes.add(code);
        expect(DOCUMENTED).toContain(code);
      }),
      { numRuns: 200, seed: SEED },
    );
    expect([...codes]).toEqual(expect.arrayContaining([1002, 1003, 1007]));
    expect(served.bugs).toEqual([]);
    expect((await fetch(`${served.url}/svc/v1/devices`)).status).toBe(401);
  });
});

/** Opens a WebSocket, sends the bytes and hangs up; gives what came after the handshake. */
function converse({ port, simulator }: Served, bytes: Uint8Array): Promise<Buffer> {
  const caller = simulator.service.admitMessage('operator', undefined);
  const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
  const query = ticket.ok ? ticket.value.ticket : '';
  const upgrade = String(GOOD[3]).replace('ticket=x', `ticket=${query}`);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(upgrade));
    socket.once('data', () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      resolve(all.subarray(all.indexOf('\r\n\r\n') + 4));
    });
  });
}

/** The code of the close frame among the frames of a server, which are short and not masked. */
function closeCodeIn(frames: Buffer): number | undefined {
  for (let at = 0; at + 1 < frames.length;) {
    const [opcode, length] = [(frames[at] ?? 0) & 0x0f, (frames[at + 1] ?? 0) & 0x7f];
    const payload = at + (length === 126 ? 4 : 2);
    if (opcode === 8 && length >= 2) return frames.readUInt16BE(payload);
    at = payload + (length === 126 ? frames.readUInt16BE(at + 2) : length);
  }
  return undefined;
}
