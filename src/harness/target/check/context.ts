// What each part of the check works with, and how it asks.
import type { Profile } from '../../profile/profile.js';
import type { Call, CallOutcome, Exchange, MisfitBreach } from '../call.js';
import type { MessageForm } from '../misfit/misfits.js';
import { patiently, type PatientOutcome } from '../retry.js';
import type { Target } from '../target.js';
import { interferenceOf } from '../interference.js';
import type { Dialect, Mismatch } from '../../../dialect/dialect.js';
import { PATH_PREFIX } from '../../../contract/limits.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Clock } from '../../../kernel/clock.js';
import type { BreakageCause } from '../transport.js';

export interface CheckContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly problems: TargetProblem[];
  readonly forms: FormProblems;
  /** Clock time in ms after which nothing is tried again. */
  readonly until: number;
  readonly life: SignsOfLife;
  /** Calls that never got an answer, though others do: they are not waited for any more. */
  readonly unanswered: Set<Call['name']>;
}

export function askTarget(context: CheckContext, client: string, call: Call): Promise<PatientOutcome> {
  const { target, profile, until, life, unanswered } = context;
  const { signal } = life;
  const hopeless = unanswered.has(call.name);
  let tries = 0;
  const attempt = async (): Promise<Exchange> => {
    tries++;
    const patience = hopeless ? profile.patience * SHARE_OF_THE_HOPELESS : life.patience();
    const exchange = await target.request(call, { client, signal, patience, wanted: true });
    const asked = exchange.notSent ? 'createToken' : call.name;
    if (!(await life.note(exchange.outcome, asked))) unanswered.add(asked);
    return exchange;
  };
  const limits = { until, longestAnnounced: profile.longestWait, tries: hopeless ? 1 : MOST_TRIES };
  const isWorthIt = (): boolean => tries < TRIES_IN_SILENCE || !unanswered.has(call.name);
  return patiently(attempt, { clock: target.clock, limits, signal, isWorthIt });
}

/** In the time that there is for them. */
const MOST_TRIES = 12;

/** Of a call that gets no answer, where others do. */
const TRIES_IN_SILENCE = 3;
const SHARE_OF_THE_HOPELESS = 0.25;

// Replies of the check before a run that are not of the form of the dialect: told once for each form, when all has been
// seen that can be had without changing anything.

interface Odd {
  readonly what: string;
  readonly form: MessageForm;
  readonly reply: Extract<CallOutcome, { kind: 'reply' }>['reply'];
}

type FormProblems = ReturnType<typeof createFormProblems>;

export function createFormProblems({ dialect, misfits }: Pick<Target, 'dialect' | 'misfits'>) {
  const odd: Odd[] = [];
  return {
    /** False when the reply does not fit. @param what in words: `the device list`. */
    fits: (what: string, form: MessageForm, outcome: CallOutcome) => {
      if (outcome.kind !== 'reply' || !outcome.reply.dialectMismatches) return true;
      if (!odd.some((each) => each.what === what)) odd.push({ what, form, reply: outcome.reply });
      return false;
    },
    problems: () => {
      const { seen, fitted } = misfits.count();
      // Most of what came is in other words: it is the dialect of another target.
      if (seen > 1 && fitted * 2 < seen) misfits.renounce();
      return odd.map(({ what, form, reply }) => {
        const mismatches = reply.dialectMismatches ?? [];
        const problem = dialectProblem(what, dialect.name, mismatches);
        const [breach] = misfits.breaches(form, mismatches, reply.data);
        return breach ? { ...problem, breach } : problem;
      });
    },
  };
}

// Whether a request was refused for good, or may just have met what is legal at any moment.

/** Tries after which what is legal once is not legal any more. */
const MOST_BY_CHANCE = 3;

/**
 * `denied`: for want of a permission. `refused`: with an answer that another try does not change. `failing`: with
 * something that passes, in each of several tries. `undecided`: with something that passes, and too few tries for more,
 * or with more than the harness reads.
 */
export function answeredAtAll({
  outcome,
  tries,
}: Pick<PatientOutcome, 'outcome' | 'tries'>): 'denied' | 'refused' | 'failing' | 'undecided' {
  if (outcome.kind === 'broken' && outcome.reason === 'cut') return 'undecided';
  if (interferenceOf(outcome)) return tries < MOST_BY_CHANCE ? 'undecided' : 'failing';
  return outcome.kind === 'reply' && outcome.reply.code === 'AUTH_SCOPE_DENIED' ? 'denied' : 'refused';
}

// What the check before a run finds between a profile and its target.

export interface TargetProblem {
  /** `dialect`: the target calls things otherwise. */
  readonly about: 'client' | 'scopes' | 'device' | 'dialect' | 'interface' | 'websocket';
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** For a dialect problem: the places that do not fit. */
  readonly mismatches?: readonly Mismatch[];
  /**
   * What the target breaks, where profile and dialect are taken to be right. Without it, only the profile or the
   * dialect can explain the problem, or nobody can tell.
   */
  readonly breach?: LookBreach;
}

export interface LookBreach extends MisfitBreach {
  /** The line of the profile that explains it as well: `clients.operator.scopes`. */
  readonly orLine?: string;
}

/** A problem that breaks a rule, unless the profile is wrong. */
export function breaking(
  rule: RuleId,
  expected: string,
  { about, message, hint }: Pick<TargetProblem, 'about' | 'message' | 'hint'>,
  orLine?: string,
): TargetProblem {
  const breach = { rule, expected, actual: `${message}. ${hint}` };
  return { about, message, hint, breach: orLine === undefined ? breach : { ...breach, orLine } };
}

/** A reply succeeded, and its data are not what the dialect says. */
function dialectProblem(what: string, dialect: string, mismatches: readonly Mismatch[]): TargetProblem {
  const [first, ...others] = mismatches;
  const place = first ? `${first.pointer}: expected ${first.expected}, got ${first.actual}` : '';
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return {
    about: 'dialect',
    message: `${what} does not fit the dialect "${dialect}": ${place}${more}`,
    hint: first
      ? `${first.declaredAt} says otherwise: correct the dialect, or name another one in the profile.`
      : 'Name another dialect in the profile.',
    mismatches,
  };
}

// Whether answers come at all while a target is looked at before a run.

/** Whether answers come at all. What gets none for this many times its patience, and more than once, is not there. */
const SILENCE = 1.25;

/** A try has at least this share of the patience. */
const LEAST_SHARE = 0.25;

export type SignsOfLife = ReturnType<typeof createSignsOfLife>;

export interface LifeOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** In ms. */
  readonly patience: number;
  readonly signal: AbortSignal | undefined;
  /** Asks the target for something else than this call; true when it answers. Default: nobody asks. */
  readonly control?: (call: Call['name']) => Promise<boolean>;
}

/** Its beginning is a sign of life; one whose rest is never done may be of anything. */
export function hasBrokenOff(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'broken' || outcome.reason !== 'reset') return false;
  return outcome.begun !== undefined && outcome.cause === undefined;
}

export function createSignsOfLife(options: LifeOptions) {
  const { clock, patience, signal, control = () => Promise.resolve(false) } = options;
  const gone = new AbortController();
  const either: AbortSignal = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
  let silent: CallOutcome | undefined;
  let heardAt = clock.now();
  let missed = 0;
  const heard = (): void => {
    heardAt = clock.now();
    missed = 0;
  };
  return {
    /** Aborted when the target is silent, or with the run. */
    signal: either,

    /** The request that was the last to get no answer; undefined while the target is there. */
    get silent() {
      return silent;
    },

    /** How long the next try may take, in ms. */
    patience: () =>
      Math.min(patience, Math.max(patience * LEAST_SHARE, heardAt + SILENCE * patience - clock.now())),

    /** @returns false when this call gets no answer for as long as that, and others do. */
    note: async (outcome: CallOutcome, call: Call['name']) => {
      if (outcome.kind === 'reply' || hasBrokenOff(outcome)) {
        heard();
        return true;
      }
      if (gone.signal.aborted || ++missed < 2 || clock.now() - heardAt < SILENCE * patience) return true;
      if (signal?.aborted) return true;
      if (await control(call)) {
        heard();
        return false;
      }
      silent = outcome;
      gone.abort();
      return true;
    },
  };
}

// Whether anybody is there: turns a connection that cannot be made into a sentence and an advice.

export interface Unreachable {
  readonly kind: 'unreachable';
  readonly message: string;
  /** What came instead of an answer, in words. */
  readonly reason: string;
  readonly hint: string;
}

const HINTS: Readonly<Record<BreakageCause, string>> = {
  address: 'Check the host name in the address, and whether this machine can resolve it.',
  connection:
    'Check the address and the port, whether the target runs, and whether a firewall is in between.',
  tls: 'Name the certificate authority of the target under tls.ca, or set tls.insecure: true on a network you trust.',
  protocol: 'Something else listens at this address: check the port, and http against https.',
  limit: 'Something answers that is not this interface: check the address.',
  request: 'Check the address: requests to it cannot be put into words of HTTP.',
};

const SILENT =
  'Something accepts connections there and does not answer: check the address, or raise patience.';

/** What to do where all paths of the interface are answered with 404. */
export function absenceHint(baseUrl: string, { path }: Pick<Dialect, 'path'>): string {
  const [, segment] = /\/([^/]+)\/v1\/*$/.exec(baseUrl) ?? [];
  return segment === undefined
    ? `Is baseUrl the address before ${path(PATH_PREFIX)}? Another first segment is written into the dialect, as in firstSegment: io-fleet.`
    : `Leave /${segment}/v1 out of baseUrl, and write firstSegment: ${segment} into the dialect.`;
}

/** Undefined when an answer came, whatever it was. */
export function unreachableTarget(outcome: CallOutcome, baseUrl: string): Unreachable | undefined {
  if (outcome.kind === 'reply') return undefined;
  const { detail: reason, cause } = outcome;
  const hint = cause === undefined ? SILENT : HINTS[cause];
  return {
    kind: 'unreachable',
    message: `the target at ${baseUrl} cannot be reached: ${reason}`,
    reason,
    hint,
  };
}
