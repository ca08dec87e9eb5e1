// What a repro script does, as data: what a witness sent, with its times, and what the server is known to be.
import type { KnownFacts } from '../../checker/piece.js';
import type { RequestRecord, TraceRecord } from '../../trace/record.js';

export interface ReproPlan {
  readonly rule: string;
  readonly baseUrl: string;
  readonly websocketUrl: string;
  /** Certificates are not looked at, as the profile says. */
  readonly insecure: boolean;
  /** API clients by name, with the environment variable that holds the secret. */
  readonly clients: Readonly<Record<string, { readonly clientId: string; readonly secretEnv: string }>>;
  readonly steps: readonly ReproStep[];
  /** Ms after the beginning until which is listened. */
  readonly until: number;
  /** How long to wait for a reply, in ms. */
  readonly patience: number;
  /** Exchanges that have to be answered with these codes, or the attempt says nothing. */
  readonly premises: Readonly<Record<number, string>>;
  /** The exchange that shows the breach: what may come at any moment in its place says nothing. */
  readonly showing?: number;
  /**
   * Of a breach of which no single trace can tell, since such an answer is legal now and then: the exchanges that were
   * answered wrongly, and how. It shows where each is answered so again.
   */
  readonly answers?: Readonly<Record<number, string>>;
  /** Sent at the end, and on Ctrl-C: relays as they were found. */
  readonly restore: readonly ReproRequest[];
  readonly known: KnownFacts;
  /** The text of the dialect. */
  readonly dialect: string;
}

export type ReproStep =
  | {
      readonly kind: 'open';
      readonly at: number;
      readonly connection: string;
      readonly client: string;
      /** A fresh ticket, none, one that was made up, or that of a connection before. */
      readonly ticket: 'fresh' | 'none' | 'made up' | { readonly of: string };
    }
  | { readonly kind: 'close'; readonly at: number; readonly connection: string }
  | ({ readonly kind: 'request' } & ReproRequest);

/** What a request says of itself in canonical terms. */
export const FACTS = [
  'what',
  'deviceId',
  'commandId',
  'operation',
  'idempotencyKey',
  'requestId',
  'connection',
  'channel',
  'exchange',
] as const;

export interface ReproRequest {
  readonly at: number;
  /** Exchanges that were answered before this was sent. */
  readonly after: readonly number[];
  readonly facts: Pick<RequestRecord, (typeof FACTS)[number]> & {
    readonly exchange: number;
    readonly client: string;
  };
  readonly method?: string;
  readonly path?: string;
  /** Without the one that tells who asks. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Its own token, none, or a text that is none; it may be made of tokens, `TOKEN_IN_TEXT`. */
  readonly identity: 'own' | 'none' | { readonly text: string };
  /** The connection is cut as soon as it has left. */
  readonly cut?: boolean;
  /** It got no reply in the witness either. */
  readonly unanswered?: boolean;
  /** The exchange whose command it reads. */
  readonly readsCommandOf?: number;
}

/** Codes, also behind a status, that may come at any moment. */
export const ANYTIME = /\b(RATE_LIMITED|DEVICE_BUSY|INTERNAL_ERROR)$/;

/** How an exchange was answered, in words that two attempts have in common. */
export function answerIn(records: readonly TraceRecord[], exchange: number): string {
  const end = records.find(
    (record) => (record.kind === 'reply' || record.kind === 'broken') && record.exchange === exchange,
  );
  if (end?.kind === 'reply') return `${end.status ?? ''} ${end.code ?? ''}`.trim();
  return end?.kind === 'broken' ? `no reply (${end.reason})` : 'no reply';
}

/** Where a text has the token of a client in it, as it is or with one character changed. */
export const TOKEN_IN_TEXT = /<token of (?!nobody>)([^>,]+)(, near miss)?>/g;
