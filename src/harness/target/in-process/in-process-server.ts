// What a server in the same process looks like to the transport that reaches it without a socket.
import type { HttpReply, HttpRequest } from '../transport.js';

export interface InProcessServer {
  /** `break`: the connection is reset instead of an answer. May never resolve. */
  request(request: HttpRequest): Promise<HttpReply | 'break'>;
  /** An upgrade request for the path, perhaps with an access token in its header; what is sent to `peer` at once is heard after the opening. */
  upgrade(path: string, peer: Peer, bearer?: string): UpgradeReply | Promise<UpgradeReply>;
}

/** The server's end of a connection. */
export interface Peer {
  send(text: string): void;
  /** 1006 breaks the connection, without a closing handshake. */
  close(code: number, reason: string): void;
}

export type UpgradeReply =
  | {
      readonly kind: 'open';
      receive(text: string): void;
      /** The connection is over, whoever ended it; 1006 when there was no closing handshake. */
      ended(code: number): void;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly body: string };
