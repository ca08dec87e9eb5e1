// A WebSocket client that costs next to nothing: it sends ready-made frames and counts what comes. See
// http-load.ts for why this is no library.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface WsClient {
  readonly socket: Socket;
  /** Hears each text frame: its bytes within a larger buffer. */
  onText: (bytes: Buffer, from: number, to: number) => void;
  onClose: () => void;
  send(frame: Buffer): void;
  close(): void;
}

export function openWsClient(port: number, path: string): Promise<WsClient> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client: WsClient = {
      socket,
      onText: () => undefined,
      onClose: () => undefined,
      send: (frame) => void socket.write(frame),
      close: () => socket.destroy(),
    };
    const readFrames = createFrameReader(client);
    const shakeHands = createHandshake((head, rest) => {
      if (!head.startsWith('HTTP/1.1 101')) {
        socket.destroy();
        reject(new Error(`the WebSocket handshake was answered with ${head.split('\r\n', 1)[0]}`));
        return;
      }
      socket.setTimeout(0);
      socket.off('data', shakeHands).on('data', readFrames);
      resolve(client);
      if (rest.length > 0) readFrames(rest);
    });
    socket.once('error', reject);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      client.onClose();
      reject(new Error('the connection was closed during the WebSocket handshake'));
    });
    socket.on('data', shakeHands);
    socket.setTimeout(HANDSHAKE_PATIENCE, () => socket.destroy());
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
  });
}

function createHandshake(onHead: (head: string, rest: Buffer) => void): (chunk: Buffer) => void {
  let seen = Buffer.alloc(0);
  return (chunk) => {
    seen = Buffer.concat([seen, chunk]);
    const end = seen.indexOf('\r\n\r\n');
    if (end >= 0) onHead(seen.toString('latin1', 0, end), seen.subarray(end + 4));
  };
}

/** Ms after which a handshake that is not answered is given up. */
const HANDSHAKE_PATIENCE = 10_000;

const TEXT = 0x1;
const CLOSE = 0x8;

function createFrameReader(client: WsClient): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (bytes.length - at >= 2) {
      const { opcode, from, to } = frameAt(bytes, at);
      if (to > bytes.length) break;
      if (opcode === TEXT) client.onText(bytes, from, to);
      if (opcode === CLOSE) client.close();
      at = to;
    }
    rest = at === bytes.length ? undefined : bytes.subarray(at);
  };
}

/** An unmasked frame; `to` lies beyond the bytes as long as it is not whole. */
function frameAt(
  bytes: Buffer,
  at: number,
): { readonly opcode: number; readonly from: number; readonly to: number } {
  const opcode = (bytes[at] ?? 0) & 0x0f;
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  if (short < 126) return { opcode, from: at + 2, to: at + 2 + short };
  const from = at + (short === 126 ? 4 : 10);
  if (from > bytes.length) return { opcode, from, to: Number.POSITIVE_INFINITY };
  const length = short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
  return { opcode, from, to: from + length };
}

/** A text as a frame of a client. The mask is zero, which is legal and saves the masking. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head =
    length < 126 ? Buffer.from([0x81, 0x80 | length]) : Buffer.from([0x81, 0xfe, length >> 8, length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}
