// The reference model, first part: what callers meant. All requests under one key are one operation, whatever
// became of them; a request without a key is one by itself (interface: Idempotency key).
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Operation } from '../../../contract/schemas/command.js';
import { assert } from '../../../kernel/assert.js';
import type { Interval } from '../../../kernel/interval.js';
import { interferenceIn } from '../../target/interference.js';
import { askedIn, keyIn } from '../asked.js';
import { groupBy } from '../../../kernel/group-by.js';
import { perView } from '../per-view.js';
import { commandIn } from '../sightings.js';
import { SURELY_KEPT } from '../surely-kept.js';
import type { SeenExchange, TraceView } from '../trace-view.js';

/** `surely` it was carried out, once; `perhaps`; or `never`, since it was refused each time. */
export type Certainty = 'surely' | 'perhaps' | 'never';

export interface Intended {
  readonly deviceId: string;
  readonly operation: Operation;
  /** Every request of it, in the order of sending. */
  readonly uses: readonly SeenExchange[];
  readonly certainty: Certainty;
  /** When it can have been carried out. */
  readonly span: Interval;
  /** How its command ended, where that was seen. */
  readonly status?: string;
  /** When that was seen first: by then it had ended, which the reply to its request does not say by itself. */
  readonly endSeenAt?: number;
  /** Other requests under its key: of these none may be carried out. */
  readonly reuses: readonly SeenExchange[];
}

type Asking = SeenExchange & {
  readonly request: { readonly operation: Operation; readonly deviceId: string };
};

export const intendedIn = perView(({ exchanges, answered }: TraceView): readonly Intended[] => {
  const ends = endsOfCommands(answered);
  const asking = exchanges.filter(isAsking);
  const groups = groupBy(asking, ({ id, request }) =>
    request.idempotencyKey === undefined ? String(id) : keyIn(request),
  );
  return [...groups.values()].flatMap((all) => ofOneTime(all, ends));
});

/** What comes when the key may have been forgotten is perhaps an operation of its own. */
function ofOneTime(all: readonly Asking[], ends: ReadonlyMap<string, End>): readonly Intended[] {
  const keptUntil = (all[0]?.span.from ?? 0) + SURELY_KEPT;
  const soon = all.filter(({ span }) => span.from < keptUntil);
  if (soon.length === all.length) return ofOneKey(all, ends);
  const known = new Set(soon.flatMap(commandOf));
  const isKept = (each: Asking): boolean =>
    soon.includes(each) || commandOf(each).some((id) => known.has(id));
  const later = all.filter((each) => !isKept(each));
  return [
    ...ofOneKey(all.filter(isKept), ends),
    ...(later.length > 0 ? ofOneTime(later, ends).map(onlyPerhaps) : []),
  ];
}

function commandOf({ reply }: SeenExchange): readonly unknown[] {
  const { commandId } = (reply?.code === SUCCESS ? commandIn(reply.data) : undefined) ?? {};
  return commandId === undefined ? [] : [commandId];
}

function onlyPerhaps(each: Intended): Intended {
  return each.certainty === 'surely' ? { ...each, certainty: 'perhaps' } : each;
}

/** Usually one operation. Where requests differ, the key belongs to the first that was not refused. */
function ofOneKey(all: readonly Asking[], ends: ReadonlyMap<string, End>): readonly Intended[] {
  const variants = [...groupBy(all, ({ request }) => askedIn(request)).values()].toSorted(
    (a, b) => openedAt(a) - openedAt(b),
  );
  const [owner, ...others] = variants;
  if (!owner) return [];
  if (others.length === 0) return [operationOf(owner, [], ends)];
  const rest = others.flat();
  const owned = owner.some(
    ({ reply }) => reply?.code === SUCCESS && others.every((each) => reply.at < openedAt(each)),
  );
  if (owned) return [operationOf(owner, rest, ends)];
  // Which of them was the first to arrive is open, and so is which of them was carried out.
  return variants.map((uses) => onlyPerhaps(operationOf(uses, [], ends)));
}

/** When the first request was sent that was not refused. */
function openedAt(uses: readonly SeenExchange[]): number {
  return Math.min(...uses.filter((use) => !isRefused(use)).map(({ span }) => span.from));
}

function operationOf(
  uses: readonly Asking[],
  reuses: readonly SeenExchange[],
  ends: ReadonlyMap<string, End>,
): Intended {
  const [first] = uses;
  assert(first !== undefined, 'an operation has a request at least');
  const { deviceId, operation } = first.request;
  return { deviceId, operation, uses, reuses, ...fateOf(uses, ends) };
}

function isAsking(exchange: SeenExchange): exchange is Asking {
  const { what, operation, deviceId } = exchange.request;
  return operation !== undefined && deviceId !== undefined && what !== 'raw';
}

interface End {
  readonly status: string;
  readonly seenAt: number;
}

/** The first sight of each command's final status. */
function endsOfCommands(answered: TraceView['answered']): ReadonlyMap<string, End> {
  const ends = new Map<string, End>();
  for (const { reply } of answered) {
    const { commandId, status } = commandIn(reply.data) ?? {};
    if (reply.code !== SUCCESS || typeof commandId !== 'string' || typeof status !== 'string') continue;
    const known = ends.get(commandId);
    if (status !== 'pending' && (!known || reply.at < known.seenAt))
      ends.set(commandId, { status, seenAt: reply.at });
  }
  return ends;
}

type Fate = Pick<Intended, 'certainty' | 'span' | 'status' | 'endSeenAt'>;

function fateOf(uses: readonly SeenExchange[], ends: ReadonlyMap<string, End>): Fate {
  const open = uses.filter((use) => !isRefused(use));
  const from = Math.min(...open.map(({ span }) => span.from));
  if (open.length === 0) return { certainty: 'never', span: { from: 0, to: 0 } };
  const seen = open.flatMap((use) => endOf(use, ends));
  const done = seen.find(({ status }) => status === 'succeeded');
  const to = Math.min(...seen.map(({ seenAt }) => seenAt));
  if (done) return { certainty: 'surely', span: { from, to }, status: done.status, endSeenAt: to };
  // A command that failed or timed out may have reached the device, and may still do so.
  const [other] = seen;
  return {
    certainty: 'perhaps',
    span: { from, to: Number.POSITIVE_INFINITY },
    ...(other ? { status: other.status, endSeenAt: to } : {}),
  };
}

function endOf({ reply }: SeenExchange, ends: ReadonlyMap<string, End>): readonly End[] {
  const { commandId } = (reply?.code === SUCCESS ? commandIn(reply.data) : undefined) ?? {};
  const end = typeof commandId === 'string' ? ends.get(commandId) : undefined;
  return end ? [end] : [];
}

/** Answered with a refusal, or never arrived. A server error leaves open what has been done. */
export function isRefused({ reply, broken }: SeenExchange): boolean {
  if (!reply) return broken?.reason === 'refused';
  const { code, status } = reply;
  if (code === undefined || code === SUCCESS) return false;
  if (interferenceIn(reply)?.kind === 'internal-error') return false;
  return status === undefined || (status >= 400 && status < 500);
}

export function isAtWork({ reply }: SeenExchange): boolean {
  return reply !== undefined && interferenceIn(reply)?.kind === 'busy';
}
