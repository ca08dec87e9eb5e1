// What a repro script does, as data: what a witness sent, with its times, and what the server is known to be.
import type { KnownFacts } from '../../checker/piece.js';
import type { HttpCall } from '../../harness/stimuli/drivers/http.js';
import { retryAfterIn } from '../../harness/target/interference.js';
import type { ReplyRecord, RequestRecord, StimulusRecord } from '../../trace/record.js';
import type { Reappearance } from './reappears.js';

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
  /** All that contradict the rule: where one is refused for good, it does not show. */
  readonly blamed: readonly number[];
  /** Of a breach of which no single trace can tell. */
  readonly found?: Reappearance;
  /** Sent at the end, and on Ctrl-C: relays as they were found. */
  readonly restore: readonly ReproRequest[];
  /** Devices whose settings are changed, and who may change them: put back as they were read before. */
  readonly settings: readonly { readonly deviceId: string; readonly client: string }[];
  /** The device for management, where it is added or removed: listed in the end as it was before. */
  readonly managed?: {
    readonly deviceId: string;
    readonly client: string;
    /** The body that adds it, with `<password>` where the password stands. */
    readonly body: unknown;
    readonly passwordEnv: string;
  };
  /** What undoes acts from outside of the interface, the latest first, and what these have taken off the network. */
  readonly acts: {
    readonly undo: readonly ReproAct[];
    readonly away: readonly string[];
    /** Environment variables that stand in calls as `${NAME}`. */
    readonly variables: Readonly<Record<string, { readonly is: string; readonly usually?: string }>>;
  };
  readonly known: KnownFacts;
  /** The plain data of the dialect's file. */
  readonly dialect: unknown;
}

export type ReproStep =
  | {
      readonly kind: 'open';
      readonly at: number;
      readonly connection: string;
      readonly client: string;
      /** A fresh ticket, none, one that was made up, that of a connection before, or what is not meant for one. */
      readonly ticket: 'fresh' | 'none' | 'made up' | { readonly of: string } | { readonly text: string };
      readonly carried?: Carried;
    }
  | { readonly kind: 'close'; readonly at: number; readonly connection: string }
  | ({ readonly kind: 'act'; readonly at: number } & ReproAct)
  | ({ readonly kind: 'request' } & ReproRequest);

/** An act from outside of the interface, as the profile says how it is done. */
export interface ReproAct {
  readonly record: StimulusRecord;
  readonly call: HttpCall;
}

/** Texts of a request that earlier replies have brought, such as a commandId, and where: by exchange and JSON Pointer. */
export type Carried = Readonly<Record<string, { readonly exchange: number; readonly pointer: string }>>;

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
  'token',
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
  readonly carried: Carried;
  /** A refusal before it, and how many ms after the delay that was announced there it was sent. */
  readonly announced?: { readonly exchange: number; readonly slack: number };
}

/** Codes, also behind a status, that may come at any moment. */
export const ANYTIME = /\b(RATE_LIMITED|DEVICE_BUSY|INTERNAL_ERROR)$/;

/** How long a refusal asks to wait, in ms. */
export function waitIn({ data }: Pick<ReplyRecord, 'data'>): number | undefined {
  const seconds = retryAfterIn(data);
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/** Where a text has the token of a client in it, as it is or with one character changed. */
export const TOKEN_IN_TEXT = /<token of (?!nobody>)([^>,]+)(, near miss)?>/g;

/** The same call with all its texts filled in. */
export function filledCall(
  { method, url, headers, body }: HttpCall,
  fill: (text: string) => string,
): HttpCall {
  const named = Object.entries(headers).map(([name, value]) => [name, fill(value)] as const);
  return {
    method,
    url: fill(url),
    headers: Object.fromEntries(named),
    ...(body !== undefined && { body: fill(body) }),
  };
}
