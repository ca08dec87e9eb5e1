// Marks in the book what the parts of the service change: quotas, budgets, who is disabled, and access tokens. Only a
// digest of a token is written, so that the folder opens nothing.
import { QUOTA_CLASSES, type QuotaClass } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import { refuse } from '../service/outcome.js';
import type { Access } from '../service/access.js';
import type { ServicePorts } from '../service/ports.js';
import type { StateBook } from './state-book.js';
import type { StateStore } from './state-store.js';

export interface QuotaRecord {
  readonly limit: number;
  readonly left: number;
  /** Clock time in ms. */
  readonly endsAt: number;
}

export function keepPorts(ports: ServicePorts, store: StateStore, clock: Pick<Clock, 'now'>): ServicePorts {
  const { book } = store;
  return {
    ...ports,
    quotas: keepQuotas(ports, book, clock),
    budget: keepBudget(ports, book, clock),
    access: keepAccess(ports.access, store, clock),
  };
}

function keepQuotas(
  { quotas }: ServicePorts,
  book: StateBook,
  clock: Pick<Clock, 'now'>,
): ServicePorts['quotas'] {
  const mark = (clientId: string, quotaClass: QuotaClass): void =>
    book.mark('quotas', `${clientId}\n${quotaClass}`, () => {
      const { limit, left, resetsIn } = quotas.level(clientId, quotaClass);
      return resetsIn > 0 ? { limit, left, endsAt: clock.now() + resetsIn } : undefined;
    });
  return {
    ...quotas,
    take: (clientId, quotaClass) => {
      quotas.take(clientId, quotaClass);
      mark(clientId, quotaClass);
    },
    giveBack: (clientId, quotaClass) => {
      quotas.giveBack(clientId, quotaClass);
      mark(clientId, quotaClass);
    },
    recall: (clientId, quotaClass, level) => {
      quotas.recall(clientId, quotaClass, level);
      mark(clientId, quotaClass);
    },
  };
}

/** @returns undefined where the key is none of `keepPorts`. */
export function quotaOf(
  key: string,
): { readonly clientId: string; readonly quotaClass: QuotaClass } | undefined {
  const at = key.lastIndexOf('\n');
  const quotaClass = QUOTA_CLASSES.find((each) => each === key.slice(at + 1));
  return quotaClass && { clientId: key.slice(0, at), quotaClass };
}

function keepBudget(
  { budget }: ServicePorts,
  book: StateBook,
  clock: Pick<Clock, 'now'>,
): ServicePorts['budget'] {
  const mark = (deviceId: string): void =>
    book.mark('budgets', deviceId, () => {
      const wait = budget.waitFor(deviceId);
      return wait === undefined ? undefined : clock.now() + wait;
    });
  return {
    ...budget,
    spend: (deviceId, origin) => {
      budget.spend(deviceId, origin);
      mark(deviceId);
    },
    recall: (deviceId, wait) => {
      budget.recall(deviceId, wait);
      mark(deviceId);
    },
  };
}

export interface TokenRecord {
  readonly clientId: string;
  /** Clock time in ms. */
  readonly expiresAt: number;
}

function keepAccess(access: Access, { book, digest, isHeld }: StateStore, clock: Pick<Clock, 'now'>): Access {
  /** By their digests, oldest first; those of this life and of the lives before. */
  const tokens = new Map(
    Array.from(
      book.entries('tokens'),
      ([key, value]) => [String(key), value as TokenRecord] as const,
    ).toSorted(([, a], [, b]) => a.expiresAt - b.expiresAt),
  );
  const forget = (key: string): void => {
    tokens.delete(key);
    book.mark('tokens', key, () => undefined);
  };
  const dropExpired = (): void => {
    for (const [key, { expiresAt }] of tokens) {
      if (expiresAt > clock.now()) return;
      forget(key);
    }
  };
  dropExpired();
  return {
    ...access,
    issueToken: (credentials) => {
      const issued = access.issueToken(credentials);
      if (!issued.ok) return issued;
      dropExpired();
      const { accessToken, clientId, expiresIn } = issued.value;
      const record = { clientId, expiresAt: clock.now() + expiresIn * 1000 };
      const key = digest(accessToken);
      tokens.set(key, record);
      book.mark('tokens', key, () => record);
      return issued;
    },
    authenticate: (token) => {
      const caller = access.authenticate(token);
      if (caller.ok || caller.refusal.code !== 'AUTH_INVALID' || token === undefined) return caller;
      // It may have been issued before the last start.
      const record = tokens.get(digest(token));
      if (!record) return caller;
      if (record.expiresAt <= clock.now()) return refuse('AUTH_INVALID', 'The access token has expired.');
      return access.stillEnabled(record.clientId);
    },
    setDisabled: (clientId, disabled) => {
      const known = access.setDisabled(clientId, disabled);
      if (known) {
        book.mark('clients', clientId, () => {
          const is = access.look(clientId)?.disabled ?? false;
          return { disabled: is && isHeld?.('client', clientId) !== true };
        });
      }
      return known;
    },
    expireTokens: (clientId) => {
      access.expireTokens(clientId);
      for (const [key, record] of [...tokens])
        if (clientId === undefined || record.clientId === clientId) forget(key);
    },
  };
}
