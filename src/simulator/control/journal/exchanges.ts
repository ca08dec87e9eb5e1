// Which request the service is being called for. A channel decides everything about a request before its
// first wait, so a mark around the call is enough to know it; later calls are known by their caller.
import type { EndpointName } from '../../../contract/endpoints.js';
import type { Channel, RequestFacts } from '../../../trace/record.js';
import type { Refusal } from '../../service/outcome.js';
import type { Caller } from '../../service/service.js';
import type { JournalReply } from './entry.js';
import type { Journal } from './journal.js';

export interface Exchange {
  readonly channel: Channel;
  readonly connection?: string;
  readonly method?: string;
  readonly path?: string;
  client?: string;
  endpoint?: EndpointName;
  /** Undefined until the request is in the journal. */
  number?: number;
  facts?: RequestFacts;
  /** A WebSocket message that was counted, and that has to be a request therefore. */
  counted?: boolean;
  /** Its caller has been let in: the service is about to be asked. */
  admitted?: boolean;
}

export type ReplyFacts = Partial<Pick<JournalReply, 'commandId' | 'commandStatus' | 'status' | 'code'>>;

export interface Exchanges {
  /** The request that is being read right now. */
  current(): Exchange | undefined;
  /** Makes `exchange` the current one while `call` lasts. */
  during<T>(exchange: Exchange, call: () => T): T;
  /** The caller, marked as the one of this exchange. */
  mark(caller: Caller, exchange: Exchange): Caller;
  of(caller: Caller): Exchange | undefined;
  /** The caller as it was before it was marked, for those who know it by identity. */
  unmarked(caller: Caller): Caller;
  asked(exchange: Exchange, facts: RequestFacts): void;
  answered(exchange: Exchange, facts: ReplyFacts): void;
  /** Both at once, for what was refused before the service was asked for anything. */
  refused(exchange: Exchange, facts: RequestFacts, code: Refusal['code']): void;
}

export function createExchanges(journal: Journal): Exchanges {
  const marks = new WeakMap<Caller, { readonly exchange: Exchange; readonly caller: Caller }>();
  let current: Exchange | undefined;
  let numbered = 0;

  const asked: Exchanges['asked'] = (exchange, facts) => {
    const { channel, connection, method, path, client } = exchange;
    exchange.number = ++numbered;
    exchange.facts = facts;
    journal.note({
      kind: 'request',
      exchange: exchange.number,
      channel,
      ...given({ client, connection, method, path }),
      ...facts,
    });
  };
  const answered: Exchanges['answered'] = (exchange, facts) => {
    const { what = 'raw', deviceId } = exchange.facts ?? {};
    journal.note({
      kind: 'reply',
      exchange: exchange.number ?? 0,
      channel: exchange.channel,
      what,
      ...given({ client: exchange.client, deviceId }),
      ...given(facts),
    });
  };

  return {
    current: () => current,
    during: (exchange, call) => {
      const before = current;
      current = exchange;
      try {
        return call();
      } finally {
        current = before;
      }
    },
    mark: (caller, exchange) => {
      const marked = { ...caller };
      exchange.admitted = true;
      marks.set(marked, { exchange, caller });
      return marked;
    },
    of: (caller) => marks.get(caller)?.exchange,
    unmarked: (caller) => marks.get(caller)?.caller ?? caller,
    asked,
    answered,
    refused: (exchange, facts, code) => {
      asked(exchange, facts);
      answered(exchange, { code });
    },
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The entries that have a value. A loop, as each request comes by here several times. */
export function given<T extends object>(values: T): Given<T> {
  const having: Given<T> = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined) having[key] = value as Given<T>[typeof key];
  }
  return having;
}
