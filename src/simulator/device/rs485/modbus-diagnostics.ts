// What a Modbus server counts about its traffic, and function 08 that reads the counters.
import { checkedBody } from './crc16.js';

export interface Diagnostics {
  /** Counts a frame on the bus; the body when its checksum is right. */
  receive(frame: Uint8Array): Uint8Array | undefined;
  /** The frame was for this server, or for all. */
  addressed(): void;
  excepted(): void;
  unanswered(): void;
  /** The answer to the data of a function 08 request; undefined for an unknown subfunction. */
  query(data: Uint8Array): readonly number[] | undefined;
}

const RETURN_QUERY = 0x00;
const CLEAR = 0x0a;

/** Subfunction -> what it counts. */
const COUNTERS = {
  0x0b: 'messages',
  0x0c: 'errors',
  0x0d: 'exceptions',
  0x0e: 'addressed',
  0x0f: 'unanswered',
} as const;

type Counts = Record<(typeof COUNTERS)[keyof typeof COUNTERS], number>;

export function createDiagnostics(): Diagnostics {
  let counts = zero();
  return {
    receive: (frame) => {
      const body = checkedBody(frame);
      if (body) counts.messages++;
      else counts.errors++;
      return body;
    },
    addressed: () => counts.addressed++,
    excepted: () => counts.exceptions++,
    unanswered: () => counts.unanswered++,
    query: (data) => {
      const subfunction = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
      if (subfunction === CLEAR) counts = zero();
      if (subfunction === RETURN_QUERY || subfunction === CLEAR) return [...data];
      const name = COUNTERS[subfunction as keyof typeof COUNTERS];
      if (name === undefined) return undefined;
      return [...data.subarray(0, 2), (counts[name] >>> 8) & 0xff, counts[name] & 0xff];
    },
  };
}

function zero(): Counts {
  return { messages: 0, errors: 0, exceptions: 0, addressed: 0, unanswered: 0 };
}
