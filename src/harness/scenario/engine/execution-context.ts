// What the steps of one attempt work with: the target, the names that are bound, and a place to note
// what was observed.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Scope } from '../../../contract/scopes.js';
import type { Act } from '../../profile/stimuli/catalogue.js';
import type { Call } from '../../target/call.js';
import type { ManagedDevice } from '../../profile/profile.js';
import type { StimuliSession } from '../../stimuli/create-stimuli.js';
import type { Authentication, Target } from '../../target/target.js';
import type { SourcePlace } from '../../verdict/verdict.js';
import type { BoundDevice, ReplyView, ViewKind } from '../view/views.js';
import type { Liveness } from '../../target/liveness.js';
import type { RefreshBook } from '../../target/refresh-book.js';
import type { ScenarioConnections } from './connections.js';
import type { Notes } from './notes.js';
import { waitUntil } from '../../target/retry.js';

/** An API client of the profile under the name that a scenario gives it. */
export interface BoundClient {
  readonly name: string;
  /** Its name in the profile. */
  readonly profileName: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The devices that it may access, by their names in the profile; all where it is absent. */
  readonly devices?: readonly string[];
}

/** Why an attempt does not go on. */
export type Halt =
  /** The last observation was not `held`. */
  | { readonly kind: 'observed' }
  /** A step that only prepares could not be done; `final`: another attempt would not change that. */
  | { readonly kind: 'blocked'; readonly why: string; readonly final: boolean }
  | { readonly kind: 'unsafe'; readonly why: string }
  /** The target is none that this can be checked on. */
  | { readonly kind: 'unfit'; readonly why: string }
  | { readonly kind: 'interrupted' };

/** What is shown of a step. */
export interface StepInWords {
  readonly place: SourcePlace;
  readonly label: string;
}

export interface ExecutionContext {
  /** The check. */
  readonly id: string;
  readonly attempt: number;
  readonly target: Target;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long to wait for what follows an act, in ms. */
  readonly patience: number;
  /** The longest announced delay that is waited for, in ms. */
  readonly longestWait: number;
  /** A usual round trip, in ms. */
  readonly roundTrip: number;
  readonly rules: readonly RuleId[];
  readonly devices: ReadonlyMap<string, BoundDevice>;
  /** The first one is the default. */
  readonly clients: ReadonlyMap<string, BoundClient>;
  /** No other check uses them meanwhile. */
  readonly ownClients: boolean;
  readonly refreshes: RefreshBook;
  readonly liveness: Liveness;
  readonly captures: Map<string, Capture>;
  readonly connections: ScenarioConnections;
  /** What is done from outside of the interface; undefined where nothing can be. */
  readonly stimuli: StimuliSession | undefined;
  /** The device that may be added and removed, where the scenario needs it. */
  readonly managed: ManagedDevice | undefined;
  readonly notes: Notes;
  /** Why a call must not be sent; undefined when it may. */
  guard(call: Call): string | undefined;
  /** The key that a symbolic key stands for in this attempt; a new one each time without a name. */
  key(name?: string): string;
  /** Tells the live display which step begins. */
  starting(step: StepInWords): void;
  /** Tells the live display why nothing happens for a while. */
  waiting(why: string): void;
}

export function blocked(why: string, final = false): Halt {
  return { kind: 'blocked', why, final };
}

/** Waits until a clock time; interrupted when the run is. */
export async function pauseUntil(
  context: ExecutionContext,
  until: number,
  why: string,
): Promise<Halt | undefined> {
  if (until > context.clock.now()) context.waiting(why);
  const waited = await waitUntil(context.clock, until, context.signal);
  return waited ? undefined : { kind: 'interrupted' };
}

// What a step keeps under a name, and the way that a request goes.

export type CaptureRoute =
  | { readonly via: 'rest'; readonly client: string; readonly authentication?: Authentication }
  | { readonly via: 'connection'; readonly connection: string; readonly client: string };

export interface Capture {
  readonly kind: ViewKind;
  /** More than one where a step ran several times at once. */
  readonly views: readonly ReplyView[];
  readonly many: boolean;
  /** How to send the same request again. */
  readonly sent?: { readonly call: Call; readonly route: CaptureRoute; readonly device?: BoundDevice };
  /** What was done from outside of the interface. */
  readonly act?: Act;
  /** Exchanges of the trace. */
  readonly exchanges: readonly number[];
}
