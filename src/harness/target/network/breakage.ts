// What an error of the network means for a request: could it have arrived, and what is there to do about it.
import type { Breakage, BreakageCause } from '../transport.js';
import { NETWORK_LIMITS } from './settings.js';

const MIB = 1024 * 1024;

interface Meaning {
  readonly reason: Breakage['reason'];
  readonly cause?: BreakageCause;
  readonly words: (host: string) => string;
}

const nothingThere = (why: string): Meaning => ({
  reason: 'refused',
  cause: 'connection',
  words: (host) => `no connection to ${host}: ${why}`,
});

const noAddress: Meaning = {
  reason: 'refused',
  cause: 'address',
  words: (host) => `the name in ${host} has no address`,
};

const MEANINGS: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  ECONNREFUSED: nothingThere('nothing listens there'),
  EHOSTUNREACH: nothingThere('the host cannot be reached'),
  ENETUNREACH: nothingThere('the network cannot be reached'),
  EHOSTDOWN: nothingThere('the host is down'),
  EADDRNOTAVAIL: nothingThere('this machine has no free local address for it'),
  ETIMEDOUT: nothingThere('the host does not answer'),
  UND_ERR_CONNECT_TIMEOUT: nothingThere('the host does not answer'),
  UND_ERR_RES_EXCEEDED_MAX_SIZE: limit('a body', NETWORK_LIMITS.message),
  ERR_BUFFER_TOO_LARGE: limit('a body', NETWORK_LIMITS.message),
  UND_ERR_HEADERS_OVERFLOW: limit('headers', NETWORK_LIMITS.headers),
  HPE_HEADER_OVERFLOW: limit('headers', NETWORK_LIMITS.headers),
  UND_ERR_INVALID_ARG: unsendable(),
  UND_ERR_NOT_SUPPORTED: unsendable(),
  ERR_INVALID_CHAR: unsendable(),
  ERR_INVALID_HTTP_TOKEN: unsendable(),
  ERR_UNESCAPED_CHARACTERS: unsendable(),
  UND_ERR_DESTROYED: { reason: 'refused', words: () => 'the connection to the target has been shut down' },
  UND_ERR_CLOSED: { reason: 'refused', words: () => 'the connection to the target has been shut down' },
};

/** The interface has no limits of size: who reads no further is the harness, and nothing of it is the target's fault. */
function limit(what: string, most: number): Meaning {
  const size = most >= MIB ? `${most / MIB} MiB` : `${most / 1024} KiB`;
  return { reason: 'cut', cause: 'limit', words: () => `the harness reads no more than ${size} of ${what}` };
}

function unsendable(): Meaning {
  return { reason: 'refused', cause: 'request', words: () => 'the request cannot be sent in this form' };
}

const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** @param host the address as the profile writes it, for the words. */
export function breakageOf(error: unknown, host: string): Breakage {
  const { code, message } = codeOf(error);
  const meaning = MEANINGS[code];
  if (meaning) {
    const detail = meaning.cause === 'request' ? `${meaning.words(host)}: ${message}` : meaning.words(host);
    return broken(meaning.reason, detail, meaning.cause);
  }
  if (TLS_CODE.test(code)) return broken('refused', `no secure connection to ${host}: ${message}`, 'tls');
  if (code.startsWith('HPE_'))
    return broken('reset', `what ${host} answers is not HTTP: ${message}`, 'protocol');
  return broken('reset', `the connection broke: ${message}`);
}

export function broken(reason: Breakage['reason'], detail: string, cause?: BreakageCause): Breakage {
  return { kind: 'broken', reason, detail, ...(cause === undefined ? {} : { cause }) };
}

/** Where a host has several addresses, the error is a bundle with one for each, and the first speaks for all. */
function codeOf(error: unknown): { code: string; message: string } {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const speaker = first ?? error;
  if (!(speaker instanceof Error)) return { code: '', message: String(speaker) };
  const code = (speaker as { code?: unknown }).code;
  if (typeof code === 'string') return { code, message: speaker.message || code };
  return { code: speaker.name === 'HTTPParserError' ? 'HPE_' : '', message: speaker.message };
}
