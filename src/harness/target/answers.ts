// How requests are answered over a whole run. What is legal once is not legal always: a kind of request that is refused
// in each of many tries with what passes, or never answered, while others are, breaks the rule that promises an answer.
import { type Endpoint, ENDPOINTS } from '../../contract/endpoints.js';
import { STATUS_OF_CODE, SUCCESS } from '../../contract/error-codes.js';
import { isRequestTopic } from '../../contract/topics.js';
import type { Clock } from '../../kernel/clock.js';
import type { RequestFacts } from '../../trace/record.js';
import { type CallOutcome, isGranted, isConflict } from './call.js';
import { interferenceOf, refusesValues } from './interference.js';
import { promiseOf, REFRESHES } from './promises.js';
import { createRefreshQuotas, createSpentQuotas, type SpentQuotas } from './quota-book.js';
import { createRefusedRelays } from './refused-relays.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import { keptIn } from '../../kernel/kept-in.js';

/**
 * How a try came to nothing. `refused`: for good, though it was to be granted. `unreadable`: with something that is no
 * envelope, which is a breach by itself (envelope.json).
 */
export type Vain =
  'rate-limited' | 'busy' | 'internal-error' | 'silence' | 'closed' | 'refused' | 'unreadable';

export const UNANSWERED_WORDS = {
  'rate-limited': 'refused as too frequent, though sent after the announced wait',
  busy: 'refused with DEVICE_BUSY',
  'internal-error': 'answered with a server error',
  silence: 'never answered',
  closed: 'answered by a closed connection',
  refused: 'refused',
  unreadable: 'answered with what is no envelope',
} as const satisfies Record<Vain, string>;

/** A kind of request that came to nothing in each of its tries. */
export interface Unanswered {
  /** An endpoint or topic, with the operation where a topic carries several. */
  readonly kind: string;
  readonly rule: RuleId;
  readonly how: Vain;
  readonly tries: number;
  readonly devices: number;
  readonly clients: number;
  /** Kinds that succeeded at the same time: the control. */
  readonly others: readonly string[];
  /** What was answered, in words, the first time. */
  readonly answer: string;
  /** It was refused for its token, and so was all else that needs one: no token that is issued is good for anything. */
  readonly forToken?: true;
  /** Kinds of too few tries to say so of them alone, which came to nothing in the same way in each. */
  readonly alike?: readonly string[];
}

/** What tells the kinds of requests apart. */
export interface Kinded {
  /** An endpoint or a topic. */
  readonly what: string;
  readonly operation?: { readonly name: string } | undefined;
}

export interface AskedRequest extends Pick<
  RequestFacts,
  'what' | 'deviceId' | 'operation' | 'idempotencyKey'
> {
  readonly client: string;
  /** It is to be granted: nothing about it is wrong on purpose. */
  readonly wanted?: boolean | undefined;
  /** Clock time in ms; default: just now. */
  readonly sentAt?: number | undefined;
}

const RATE_LIMITED = 'RATE_LIMITED';

/** Tries of one kind that have to come to nothing in one way. */
const LEAST_TRIES = 8;
/** As many as a check makes, where each of them was to be granted and met a server error. */
const LEAST_OF_CHECK = 3;
/** And their share of all its tries: a single one may always meet something else. */
const LEAST_SHARE = 0.9;

/** Tries of a kind that came to nothing like those of another. */
const LEAST_ALIKE = 2;
/** Ways that come from the service as a whole; a refusal has its reason in what was asked. */
const SHARED: ReadonlySet<Vain> = new Set<Vain>(['internal-error', 'silence', 'closed']);

interface Book {
  readonly what: string;
  readonly kind: string;
  succeeded: boolean;
  /** A check has found that it fails in each of its attempts. */
  stands: boolean;
  /** How often the tries came to nothing, and in which way. */
  readonly ways: Map<Vain, number>;
  tries: number;
  /** A request that was to be granted came to nothing. */
  wanted: boolean;
  firstAt: number;
  answer: string;
  readonly devices: Set<string>;
  readonly clients: Set<string>;
  /** Clock time in ms until which a client was told to wait. */
  readonly waits: Map<string, number>;
}

export function createAnswers(clock: Pick<Clock, 'now'>) {
  const books = new Map<string, Book>();
  /** When each kind succeeded last; clock time in ms. */
  const successes = new Map<string, number>();

  const bookOf = (asked: Kinded): Book => {
    const kind = requestKind(asked);
    return keptIn(books, kind, () => newBook(asked.what, kind));
  };
  const succeed = (book: Book): void => {
    book.succeeded = true;
    successes.set(book.kind, clock.now());
  };
  const relays = createRefusedRelays();
  /** Devices that were read when they were last asked for: what refuses an operation there is no lost connection. */
  const readable = new Set<string>();
  const limited = new Set<string>();
  const refreshes = createRefreshQuotas(clock);
  const spent = createSpentQuotas(clock);
  const note = (asked: AskedRequest, outcome: CallOutcome): void => {
    if (outcome.kind === 'reply' && outcome.reply.code === RATE_LIMITED && !REFRESHES.has(asked.what))
      limited.add(asked.client);
    relays.note(asked, outcome);
    if (REFRESHES.has(asked.what) && asked.deviceId !== undefined && outcome.kind === 'reply') {
      if (outcome.reply.code === SUCCESS) readable.add(asked.deviceId);
      else if (isConflict(outcome)) readable.delete(asked.deviceId);
      refreshes.note({ ...asked, deviceId: asked.deviceId }, outcome.reply);
    }
    if (promiseOf(asked.what) === undefined) return;
    const book = bookOf(asked);
    if (isGranted(outcome)) {
      succeed(book);
      spent.granted(asked.client, asked.what);
      return;
    }
    const how = vainOf(outcome, asked);
    if (how === undefined || book.succeeded) return;
    if (how === 'refused' && isConflict(outcome) && !readable.has(asked.deviceId ?? '')) return;
    noteVain(book, asked, { how, now: clock.now(), outcome }, spent);
  };
  return {
    note,
    /** An attempt to open a connection. @param outcome undefined: it was opened. */
    connected: (caller: Pick<AskedRequest, 'client' | 'wanted'>, outcome: CallOutcome | undefined): void => {
      const asked = { what: 'websocket.open', ...caller };
      if (outcome) note(asked, outcome);
      else succeed(bookOf(asked));
    },
    /**
     * Whether a quota of the client was used up in this run: a request that is no refresh was refused with 429, or a
     * refresh of a device that nobody had refreshed.
     */
    meetsQuotas: (client: string) => limited.has(client) || refreshes.meets(client),
    /** Whether a request of this kind has succeeded. */
    hasSucceeded: (kind: string) => successes.has(kind),
    /** A check found a server error in each of its attempts, where a request of this kind was to be granted. */
    stands: (asked: Kinded): void => void (bookOf(asked).stands = true),
    /** Whether enough tries have shown that another would come to nothing. */
    isHopeless: (asked: Kinded) => {
      const book = books.get(requestKind(asked));
      return book !== undefined && wayOf(book) !== undefined;
    },
    /** @param shared others use the target, too: what they may have caused does not count. */
    unanswered: (shared: boolean): readonly Unanswered[] => {
      const relay = relays.never();
      return [...findingsOf([...books.values()], successes, shared), ...(relay ? [relay] : [])];
    },
  };
}

function findingsOf(
  all: readonly Book[],
  successes: ReadonlyMap<string, number>,
  shared: boolean,
): readonly Unanswered[] {
  const found = all.flatMap((book) => findingOf(book, successes, shared) ?? []);
  const told = new Set(found.map(({ kind }) => kind));
  const few = all.filter(({ kind }) => !told.has(kind));
  return found.map((each) => withAlike(each, few));
}

interface VainTry {
  readonly how: Vain;
  readonly now: number;
  readonly outcome: CallOutcome;
}

/** One that a quota may explain counts when it is known that none does. */
function noteVain(book: Book, asked: AskedRequest, vain: VainTry, spent: SpentQuotas): void {
  const { how, now, outcome } = vain;
  const wait = outcome.kind === 'reply' ? outcome.reply.retryAfterSeconds : undefined;
  // A try that comes sooner than it was told to is refused by right.
  const early = how === 'rate-limited' && now < (book.waits.get(asked.client) ?? 0);
  if (wait !== undefined) book.waits.set(asked.client, now + wait * 1000);
  if (early) return;
  const counted = (): void => count(book, asked, vain);
  if (how === 'rate-limited') spent.refused(asked, (wait ?? 0) * 1000, counted);
  else counted();
}

/** Undefined where something of the kind succeeded, or where nothing else did meanwhile. */
function findingOf(
  book: Book,
  successes: ReadonlyMap<string, number>,
  shared: boolean,
): Unanswered | undefined {
  const how = wayOf(book);
  const rule = ruleOf(book, how);
  if (how === undefined || rule === undefined) return undefined;
  if (shared && (how === 'busy' || how === 'rate-limited')) return undefined;
  const since = book.stands ? 0 : book.firstAt;
  const others = [...successes].filter(([, at]) => at >= since).map(([kind]) => kind);
  if (others.length === 0) return undefined;
  const { kind, tries, answer } = book;
  const counts = { devices: book.devices.size, clients: book.clients.size };
  const isForToken = answer.startsWith('401') && others.every((other) => other === 'token.create');
  const forToken = how === 'refused' && isForToken;
  return { kind, rule, how, tries, answer, others, ...counts, ...(forToken && { forToken }) };
}

/** One server error in few tries is chance, but not where it is the answer to all requests of another kind. */
function withAlike(cause: Unanswered, few: readonly Book[]): Unanswered {
  const alike = few.filter((book) => isAlike(book, cause.how)).map(({ kind }) => kind);
  return alike.length === 0 ? cause : { ...cause, alike };
}

function isAlike({ succeeded, wanted, ways, tries }: Book, how: Vain): boolean {
  return SHARED.has(how) && !succeeded && wanted && tries >= LEAST_ALIKE && ways.get(how) === tries;
}

/** A device that is at work for ever is none that gets free (busy.released), and what is no envelope breaks its own rule. */
function ruleOf({ what, devices }: Book, how: Vain | undefined): RuleId | undefined {
  if (how === 'unreadable') return 'envelope.json';
  // A ticket that is refused each time is none.
  if (how === 'refused' && what === 'websocket.open') return 'ws.ticket-issued';
  return how === 'busy' && devices.size > 0 ? 'busy.released' : promiseOf(what);
}

/** The way in which the tries came to nothing; undefined where they succeeded, were few, or came to this and that. */
function wayOf({ succeeded, stands, ways, tries }: Book): Vain | undefined {
  if (succeeded) return undefined;
  const [way] = [...ways].toSorted((a, b) => b[1] - a[1]);
  const least = stands && way?.[0] === 'internal-error' ? LEAST_OF_CHECK : LEAST_TRIES;
  return way && way[1] >= least && way[1] >= tries * LEAST_SHARE ? way[0] : undefined;
}

/** The operations of one topic may be answered each in its own way; endpoints have one operation each. */
export function requestKind({ what, operation }: Kinded): string {
  return isRequestTopic(what) && operation ? `${what} ${operation.name}` : what;
}

/** In words: `POST /svc/v1/ws/ticket`, `device.operation.execute of device.relay.set over WebSocket`. */
export function kindInWords(kind: string): string {
  if (Object.hasOwn(ENDPOINTS, kind)) {
    const { method, path } = ENDPOINTS[kind as keyof typeof ENDPOINTS];
    return `${method} ${path}`;
  }
  return `${kind.replace(' ', ' of ')} over WebSocket`;
}

function newBook(what: string, kind: string): Book {
  const nothing = { succeeded: false, stands: false, tries: 0, wanted: false, firstAt: 0, answer: '' };
  return {
    what,
    kind,
    ...nothing,
    ways: new Map(),
    devices: new Set(),
    clients: new Set(),
    waits: new Map(),
  };
}

function count(
  book: Book,
  { client, deviceId, wanted = false }: AskedRequest,
  { how, now, outcome }: VainTry,
): void {
  if (book.succeeded) return;
  if (book.tries === 0) {
    book.firstAt = now;
    book.answer = wordsOf(outcome);
  }
  book.ways.set(how, (book.ways.get(how) ?? 0) + 1);
  book.tries++;
  book.wanted ||= wanted;
  book.clients.add(client);
  if (deviceId !== undefined) book.devices.add(deviceId);
}

/** How a try came to nothing; undefined where it was answered, or where the harness itself gave it up. */
function vainOf(
  outcome: CallOutcome,
  { what, wanted, operation }: Pick<AskedRequest, 'what' | 'wanted' | 'operation'>,
): Vain | undefined {
  if (outcome.kind === 'broken') {
    if (outcome.reason === 'timeout') return 'silence';
    return outcome.reason === 'reset' ? 'closed' : undefined;
  }
  const kind = interferenceOf(outcome)?.kind;
  if (kind === 'broken' || kind === 'refused' || kind === 'unread') return undefined;
  // Checks ask too often, and of devices that are at work, on purpose.
  if (!wanted) return kind === 'internal-error' ? kind : undefined;
  if (kind !== undefined) return kind;
  if (outcome.reply.code === '' && what !== 'websocket.open') return 'unreadable';
  const { status = STATUS_OF_CODE[outcome.reply.code] ?? 0 } = outcome.reply;
  // Nothing about a fresh ticket is wrong, whatever the status says.
  if (what === 'websocket.open' || (operation && isConflict(outcome))) return 'refused';
  // It has no values that could be wrong.
  if (what === 'profiles.list' && refusesValues(outcome.reply)) return 'refused';
  return FOR_GOOD.has(status) && !mayBeGone(what) ? 'refused' : undefined;
}

/** Not those that may be meant for a value of the request, or for how the device is. */
const FOR_GOOD: ReadonlySet<number> = new Set([401, 403, 404, 405, 501]);

/** What is planned for removal may have been removed. */
function mayBeGone(what: string): boolean {
  const endpoint: Endpoint | undefined = Object.hasOwn(ENDPOINTS, what)
    ? ENDPOINTS[what as keyof typeof ENDPOINTS]
    : undefined;
  return endpoint?.deprecated === true;
}

function wordsOf(outcome: CallOutcome): string {
  if (outcome.kind === 'broken') return outcome.detail;
  const { status, code } = outcome.reply;
  return status === undefined ? code : `${status} ${code}`;
}
