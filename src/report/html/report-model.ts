// What the HTML report shows, as data: the page draws it, and a run that is watched sends it check by check.
import type { RuleVerdict } from '../result-words.js';
import type { PictureElement } from './picture.js';

export interface ReportModel {
  readonly title: string;
  /** Undefined while the run goes on. */
  readonly conclusion?: { readonly sentence: string; readonly mood: 'good' | 'bad' | 'doubtful' };
  /** What else has to be known of the run, in sentences. */
  readonly notes: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly rules: readonly RuleModel[];
  readonly checks: readonly CheckModel[];
}

export interface RuleModel {
  readonly id: string;
  readonly basis: string;
  readonly section: string;
  readonly sentence: string;
  readonly verdict: RuleVerdict;
  /** Why nobody can check it from outside. */
  readonly unobservable?: string;
  /** Ids of checks, the worst first. */
  readonly checks: readonly (readonly [id: string, verdict: RuleVerdict])[];
}

export interface CheckModel {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly about?: string;
  /** What the names of the scenario stood for. */
  readonly names?: string;
  readonly verdict: RuleVerdict;
  readonly reason?: string;
  readonly rules: readonly string[];
  /** `scenarios/refresh/shared-budget.yaml:14`. */
  readonly place?: string;
  readonly attempts: number;
  /** In words; empty where nothing was done. */
  readonly took: string;
  readonly findings: readonly FindingModel[];
  /** Of all that happened, where no finding has a picture of its own. */
  readonly picture?: PictureElement;
  readonly exchanges?: readonly ExchangeModel[];
  /** Records of the trace that are not shown. */
  readonly leftOut?: number;
  readonly program?: ProgramModel;
  /** A command line. */
  readonly repeat: string;
}

export interface FindingModel {
  readonly rule: string;
  readonly verdict: RuleVerdict;
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
  /** What would have been right. */
  readonly right?: string;
  /** How sure it is, in words. */
  readonly sure?: string;
  /** Places of what came that are not as they should be, in words. */
  readonly wrong?: readonly string[];
  /** Of its witness: how much of all it is, and an SVG of it. */
  readonly witness?: {
    readonly extent: string;
    readonly silence?: string;
    readonly picture?: PictureElement;
  };
}

export interface ExchangeModel {
  readonly id: number;
  /** Ms from the start of the check. */
  readonly from: number;
  readonly to?: number;
  readonly sender: string;
  readonly request: string;
  readonly sent: string;
  readonly answer: string;
  readonly received: string;
  readonly mismatches: readonly string[];
  readonly curl?: string;
}

export interface ProgramModel {
  readonly index: number;
  readonly operations: number;
  readonly steps: readonly string[];
  readonly yaml: string;
}

/** What a run that is watched sends, in the order in which it happens. */
export type LiveRun =
  | { readonly kind: 'began'; readonly model: ReportModel }
  | {
      readonly kind: 'doing';
      readonly total: number;
      readonly done: number;
      readonly running: readonly RunningCheck[];
    }
  | { readonly kind: 'check'; readonly check: CheckModel }
  | { readonly kind: 'ended'; readonly model: ReportModel };

export interface RunningCheck {
  readonly id: string;
  readonly title: string;
  /** What it does at the moment. */
  readonly step: string;
}
