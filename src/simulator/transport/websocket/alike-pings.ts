// Heartbeats come from every connection, again and again, and differ in nothing but their requestId. One that has been
// read serves as a form: a text that is the same around its requestId is that request, and need not be parsed.
import type { WsRequest } from '../../../contract/schemas/message.js';

export interface AlikePings {
  /** The request that the text holds; undefined where it has not the form of the one before. */
  read(text: string): WsRequest | undefined;
  /** A text that has been read is the form from now on, where it is a heartbeat that can be one. */
  learn(text: string, request: WsRequest): void;
}

/** What no escape and no other value of a frame can be mistaken for. */
const PLAIN_ID = /^[\w-]{1,64}$/;
/** In characters. */
const LONGEST_FORM = 256;

export function createAlikePings(): AlikePings {
  let before = '';
  let after = '';
  let form: WsRequest | undefined;
  return {
    read: (text) => {
      if (!form || !text.startsWith(before) || !text.endsWith(after)) return undefined;
      const requestId = text.slice(before.length, text.length - after.length);
      return PLAIN_ID.test(requestId) ? { ...form, requestId } : undefined;
    },
    learn: (text, request) => {
      const { topic, requestId } = request;
      if (topic !== 'session.ping' || text.length > LONGEST_FORM || text.includes('\\')) return;
      const id = `"${requestId}"`;
      const at = text.indexOf(id);
      // Where it stands twice it is not certain which of the two is the requestId.
      if (!PLAIN_ID.test(requestId) || at < 0 || text.includes(id, at + 1)) return;
      const rest = text.slice(at + id.length);
      // The name of a field may be the same word.
      if (!/^\s*[,}]/.test(rest)) return;
      before = text.slice(0, at + 1);
      after = `"${rest}`;
      form = request;
    },
  };
}
