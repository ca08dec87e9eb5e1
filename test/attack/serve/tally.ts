// What was sent and what came back, counted.

export interface Tally {
  sent(kind: string, count: number): void;
  note(kind: string, status: number): void;
  /** Bytes of a WebSocket connection, from its handshake on. */
  heard(bytes: Buffer): void;
  readonly total: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly closes: Readonly<Record<string, number>>;
  /** 5xx, close frames with 1011, and replies with the code of a failure. */
  readonly failures: readonly string[];
}

export function createTally(failureCode: string): Tally {
  const kinds: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const closes: Record<string, number> = {};
  const failures: string[] = [];
  let total = 0;
  const add = (counts: Record<string, number>, name: string, count = 1): void => {
    counts[name] = (counts[name] ?? 0) + count;
  };
  return {
    sent: (kind, count) => {
      total += count;
      add(kinds, kind, count);
    },
    note: (kind, status) => {
      add(statuses, String(status));
      if (status >= 500) failures.push(`${kind}: ${status}`);
    },
    heard: (bytes) => {
      const code = closeCodeIn(bytes);
      if (code !== undefined) add(closes, String(code));
      if (code === 1011) failures.push('a close with 1011');
      if (bytes.includes(`"code":"${failureCode}"`)) failures.push(`a reply with ${failureCode}`);
    },
    get total() {
      return total;
    },
    kinds,
    statuses,
    closes,
    failures,
  };
}

/** The code of the close frame that the server has sent; none where the connection broke. */
function closeCodeIn(bytes: Buffer): number | undefined {
  let at = bytes.indexOf('\r\n\r\n') + 4;
  while (at >= 4 && at + 2 <= bytes.length) {
    const opcode = (bytes[at] ?? 0) & 15;
    const short = (bytes[at + 1] ?? 0) & 127;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + head > bytes.length) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if (opcode === 8 && at + head + 2 <= bytes.length) return bytes.readUInt16BE(at + head);
    at += head + length;
  }
  return undefined;
}
