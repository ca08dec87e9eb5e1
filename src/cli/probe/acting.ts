// Acts on a server whose dialect is not known yet: each candidate is a dialect of its own, behind a gate of its own, and
// what it has changed is put back before the next one.
import { SUCCESS } from '../../contract/error-codes.js';
import { grants, type Scope } from '../../contract/scopes.js';
import type { Dialect } from '../../dialect/dialect.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { OpenTarget } from '../../harness/run/open-target.js';
import { createAsking } from '../../harness/safety/caretaker.js';
import { createSafety, type Safety } from '../../harness/safety/safety.js';
import type { Call, CallReply } from '../../harness/target/call.js';
import type { Target } from '../../harness/target/target.js';
import { unlessUnsafe } from '../../harness/target/gated-transport.js';
import { type DraftExchange, seenExchange } from '../../probe/draft/evidence.js';
import type { KeptDraft } from '../../probe/draft/kept-draft.js';
import { type NamedPlace, placesNamed } from '../../probe/draft/named-places.js';

export interface ActingOptions {
  readonly profile: Profile;
  readonly draft: KeptDraft;
  /** Of the dialect. */
  readonly file: string;
  /** The same target, spoken to in this dialect. */
  open(dialect: Dialect): OpenTarget;
  readonly signal: AbortSignal;
}

/** For one request with its repeats, in ms. */
const PATIENCE = 15_000;
/** Of all that acts. */
const MOST_REQUESTS = 100;
const LONGEST = 90_000;

export interface ActSession {
  /** Another one for each request. */
  key(): string;
  readonly dialect: Dialect;
  readonly target: Target;
  readonly safety: Safety;
  /** Patiently, with whichever API client may; undefined where nothing came, or where it may not be sent. */
  ask(call: Call, scope?: Scope): Promise<CallReply | undefined>;
  /** All relays that a device has. */
  learn(deviceId: string, all: readonly number[]): void;
  /** The places that a refusal names of a request that says nothing. */
  named(place: Refusable): Promise<readonly NamedPlace[]>;
}

/** A request without what it needs. */
export interface Refusable {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  readonly scope: Scope;
}

export type Acting = ReturnType<typeof createActing>;

export function createActing({ profile, draft, file, open, signal }: ActingOptions) {
  const evidence: DraftExchange[] = [];
  const left: string[] = [];
  const relays = new Map<string, readonly number[]>();
  let [requests, keys] = [0, 0];
  let until: number | undefined;
  const client = (scope: Scope): string | undefined =>
    Object.entries(profile.clients).find(([, { scopes }]) => grants(scopes, scope))?.[0];
  const under = async <T>(
    changes: Readonly<Record<string, unknown>>,
    work: (session: ActSession) => Promise<T>,
  ): Promise<T | undefined> => {
    const parsed = parseDialect(JSON.stringify({ ...draft.data(), ...changes }), file);
    if (!parsed.ok || requests > MOST_REQUESTS || signal.aborted) return undefined;
    const { target, gate, book, close } = open(parsed.value);
    until ??= target.clock.now() + LONGEST;
    if (target.clock.now() > until) return close().then(() => undefined);
    for (const [deviceId, all] of relays) gate.learnRelays(deviceId, all);
    const safety = createSafety(target, profile, { gate, ...(book && { book }) });
    const own = safety.protect(target);
    const asking = createAsking(own, profile.longestWait);
    const ask: ActSession['ask'] = async (call, scope = 'device:read') => {
      const who = client(scope);
      if (who === undefined || signal.aborted) return undefined;
      const within = { until: target.clock.now() + PATIENCE, signal };
      const { outcome } = await asking(who, call, within, { wanted: true, throughAbsence: false });
      return outcome.kind === 'reply' ? outcome.reply : undefined;
    };
    const key = (): string => `conform-draft-${Math.round(target.clock.now()).toString(36)}-${++keys}`;
    const session: ActSession = {
      key,
      dialect: parsed.value,
      target: own,
      safety,
      ask,
      learn: (deviceId, all) => {
        relays.set(deviceId, all);
        gate.learnRelays(deviceId, all);
      },
      named: async (place) => namedBy(await ask(bare(place, key()), place.scope)),
    };
    try {
      const done = await unlessUnsafe(() => work(session));
      return done.ok ? done.value : undefined;
    } finally {
      left.push(...(await safety.restore()));
      const seen = exchangesIn(target);
      requests += seen.length;
      evidence.push(...seen);
      await close();
    }
  };
  return {
    under,
    /** What came of what was asked, oldest first. */
    evidence: evidence as readonly DraftExchange[],
    /** What could not be put back, in words. */
    left: left as readonly string[],
    requests: () => requests,
  };
}

function bare({ method, path, body }: Refusable, key: string): Call {
  return { name: 'http', method, path, headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) };
}

function namedBy(reply: CallReply | undefined): readonly NamedPlace[] {
  return reply && reply.code !== SUCCESS ? placesNamed(reply.message, reply.data) : [];
}

function exchangesIn({ trace }: Target): DraftExchange[] {
  const records = trace.records();
  return records.flatMap((request) => {
    if (request.kind !== 'request' || request.method === undefined || request.path === undefined) return [];
    const reply = records.find((each) => each.kind === 'reply' && each.exchange === request.exchange);
    if (reply?.kind !== 'reply') return [];
    const { method, path, body } = request;
    const { status = 0 } = reply;
    const source = `${method} ${path}`;
    return seenExchange({ source, method, path, request: body, status, body: reply.body }) ?? [];
  });
}
