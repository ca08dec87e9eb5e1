// The way to the target: requests and connections as text, and nothing of what they mean. The network is one
// implementation; a simulator in the same process can be another. test/suites/transport.ts holds for each.

export interface HttpRequest {
  readonly method: string;
  /** Path and query, from the prefix of the interface on: `/svc/v1/devices?limit=2`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyAs?: BodyAs;
}

/**
 * How an odd body leaves: `pieces`: chunked, without its length; `bytes`: a byte for each character up to U+00FF;
 * `halves`: with its length, the second half a moment after the first.
 */
export type BodyAs = 'pieces' | 'bytes' | 'halves';

export interface HttpReply {
  readonly status: number;
  /** By lower-case name; several headers of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What came in bytes that are no text, with its place; U+FFFD stands in it. */
  readonly malformed?: readonly string[];
}

export interface HttpOptions {
  /** Gives the request up: the outcome is `aborted`. The transport has no timeouts of its own. */
  readonly signal?: AbortSignal;
  /** Lets the whole request leave, then breaks the connection without reading a reply: the outcome is `cut`. */
  readonly cutAfterSending?: boolean;
}

/** What stood in the way; each asks for something else to be done about it. */
export type BreakageCause =
  /** The host name has no address. */
  | 'address'
  /** Nothing accepts connections there. */
  | 'connection'
  /** No agreement on TLS, or a certificate that is not trusted. */
  | 'tls'
  /** What answers speaks another protocol. */
  | 'protocol'
  /** The reply is larger than a reply may be. */
  | 'limit'
  /** The request cannot be put into the form of the protocol; nothing was sent. */
  | 'request';

export interface Breakage {
  readonly kind: 'broken';
  /** `refused`: the request surely never reached the target. After `reset` and `aborted` it may have. */
  readonly reason: 'cut' | 'aborted' | 'refused' | 'reset';
  readonly detail: string;
  readonly cause?: BreakageCause;
  /** The HTTP status of a reply that began, and whose rest did not come. */
  readonly begun?: number;
}

export type HttpOutcome = { readonly kind: 'reply'; readonly reply: HttpReply } | Breakage;

export interface Transport {
  /** Never rejects for what the network or the target does. */
  http(request: HttpRequest, options?: HttpOptions): Promise<HttpOutcome>;
  /** Opens a WebSocket connection at the path, which may have a query. */
  open(path: string, handlers: SocketHandlers, options?: OpenSocketOptions): Promise<OpenOutcome>;
  /** Drops what is still open. */
  close(): Promise<void>;
}

export interface OpenSocketOptions {
  /** An access token for the Authorization header of the upgrade. */
  readonly bearer?: string;
  readonly signal?: AbortSignal;
}

export interface SocketHandlers {
  /**
   * A frame came; `binary` frames are given as hex. May be called before `open` has resolved.
   * @param malformed what is wrong with the bytes of a frame of text, with the place; U+FFFD stands in it.
   */
  frame(text: string, binary: boolean, malformed?: string): void;
  /** The connection is over. Called once, also after `close` and `cut`; never when the opening was refused. */
  closed(close: SocketClose): void;
}

export interface SocketClose {
  /** The code of the other side's close frame; 1006 when there was none. */
  readonly code: number;
  readonly reason: string;
  /** What went wrong, when something did. */
  readonly detail?: string;
  /** What is wrong with the bytes of the reason, with the place. */
  readonly malformed?: string;
  /** This side has ended it, because the other has sent more than a connection may bring. */
  readonly flooded?: true;
}

export type OpenOutcome =
  | { readonly kind: 'open'; readonly socket: Socket }
  | {
      readonly kind: 'refused';
      /** HTTP status of the answer to the upgrade request; absent when there was none. */
      readonly status?: number;
      /** The beginning of the answer's body. */
      readonly body?: string;
      readonly detail: string;
      readonly cause?: BreakageCause;
    };

/** Every method does nothing once the connection is over. */
export interface Socket {
  send(text: string): void;
  /** Lets the frame leave, then breaks the connection without a closing handshake; resolves when that is done. */
  sendAndCut(text: string): Promise<void>;
  /** Begins the closing handshake. */
  close(code: number, reason: string): void;
  /** Drops the connection at once; what has not left by then is lost. */
  cut(): void;
}
