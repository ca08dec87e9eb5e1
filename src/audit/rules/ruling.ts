// What a rule says of a client: how rules are asked, and what they answer.
import type { ClientRuleId } from '../../contract/rules/client.js';
import type { ClientTraffic } from '../traffic/traffic.js';

/** The day that is the control. */
export const CALM = 'calm';

/** The id of a day by its name: `outage` of `outage (again 2)`, and of `outage (real time)`. */
export function dayIdOf(name: string): string {
  return name.replace(/ \((?:again|real time).*$/, '');
}

/** All that was seen of one API client. Days are judged one by one, or together where a rule needs many samples. */
export interface Evidence {
  readonly days: readonly ClientTraffic[];
  /** The day on which nothing was disturbed: the client is its own control. It is one of the days, too. */
  readonly calm?: ClientTraffic;
  /** The days go on: whether there are occasions enough is all that is asked. */
  readonly isInterim?: boolean;
}

/** One place at which a rule was broken. */
export interface ClientBreach {
  readonly day: string;
  /** Clock time in ms. */
  readonly at: number;
  /** Numbers of exchanges in the trace of the day, in their order. */
  readonly exchanges: readonly number[];
  /** What was done, with its times: "repeated after 1,204 ms". */
  readonly done: string;
  /** What would have been right: "the refusal at 14.2 s announced 3 s". */
  readonly right: string;
  /** By how many ms a limit was missed: a machine that was late by less has not brought it about. */
  readonly by?: number;
  /** Of a reaction: the nearest occasion of its kind on which nothing was staged. */
  readonly beside?: ClientBreach;
}

/** What chance says of what was seen. */
export interface TestedChance {
  /** The probability of as much or more of it, were it not for the treatment; and of more. */
  readonly p: number;
  readonly above: number;
  /** The least p that these occasions could have given. */
  readonly best: number;
}

interface Ruled {
  /** Of a rule that rests on a test. */
  readonly chance?: TestedChance;
  /** What it would take to be certain; undefined where more occasions would tell no more. */
  readonly lacks?: string;
}

export type Ruling = Ruled &
  (
    | { readonly kind: 'holds'; /** How often it was put to the test. */ readonly n: number }
    | {
        readonly kind: 'broken';
        /** Occasions that were looked at. */
        readonly n: number;
        readonly breaches: readonly ClientBreach[];
      }
    | {
        readonly kind: 'not exercised';
        /** What it would take: which day, which act. */
        readonly needs: string;
        /** There will be an occasion when something that has begun has lasted for long enough. */
        readonly isComing?: boolean;
      }
    | {
        readonly kind: 'undecided';
        readonly n: number;
        readonly why: string;
        /** What to do to have it decided; default: more of the same, or to look at what is shown. */
        readonly todo?: string;
        readonly seen: readonly ClientBreach[];
        /** More of the same is worth a day: it would be a breach if it came again. */
        readonly isSuspicious?: boolean;
      }
  );

export interface ClientRule {
  readonly id: ClientRuleId;
  /** It does not rest on time, or compares what chance has chosen: a machine that is late brings no breach about. */
  readonly isTimeless?: boolean;
  judge(evidence: Evidence): Ruling;
}
