// What the client needs from the machine: time, chance, HTTP and WebSockets. Each comes as an argument, so that a
// test can put something else in its place.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** The header Retry-After, as it came. */
  readonly retryAfter?: string | undefined;
  readonly body: string;
}

export interface HttpPort {
  /** Rejects when no complete response came, and when the signal aborts. It never repeats a request by itself. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface Socket {
  send(text: string): void;
  /** Ends the connection with a closing handshake. */
  close(): void;
  /** Ends it at once: for a connection that is dead already. */
  cut(): void;
}

export interface SocketHandlers {
  onMessage(text: string): void;
  /** Called once, when an opened connection has ended, for whatever reason. */
  onClose(): void;
}

export interface SocketPort {
  /**
   * Resolves with the open connection, or with the response of a service that refuses it. Rejects when there was
   * neither, and when the signal aborts before.
   */
  open(url: string, handlers: SocketHandlers, signal: AbortSignal): Promise<Socket | HttpResponse>;
}

/** What processes of one API client that work on the same devices have to know of each other. */
export interface Turns {
  /** Takes the turn for so many ms at most. @returns 0 when it is taken, else the ms until it may be free. */
  take(scope: string, ms: number): number;
  /** Ends the turn, and begins the next one after so many ms. */
  keep(scope: string, ms: number): void;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  /** A text that no other call returns, in this process or in any other. */
  readonly newKey: () => string;
  readonly http: HttpPort;
  readonly sockets: SocketPort;
  /** Absent where one process has its devices to itself. */
  readonly turns?: Turns | undefined;
}
