// REST requests and replies without a socket: what the network shell, the in-process shell and the faults
// at the edge pass to each other.

export interface RestRequest {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** How a reply leaves: whole, not at all (the connection is reset), or slowly. */
export type Delivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number };

export interface RestReply {
  readonly status: number;
  /** Besides content type and length, which the shell adds. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  readonly delivery?: Delivery;
}

export type RestHandler = (request: RestRequest) => Promise<RestReply>;
