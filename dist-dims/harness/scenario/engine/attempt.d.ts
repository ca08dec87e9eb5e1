import type { RandomStream } from '../../../kernel/random.js';
import type { Liveness } from '../../target/liveness.js';
import type { RefreshBook } from '../../target/refresh-book.js';
import type { Call } from '../../target/call.js';
import type { ManagedDevice } from '../../profile/profile.js';
import type { Stimuli } from '../../stimuli/stimuli.js';
import type { Target } from '../../target/target.js';
import type { ScenarioCase } from '../scenario.js';
import type { BoundDevice } from '../view/bound-device.js';
import { type Notes } from './notes.js';
import type { BoundClient, Halt, StepInWords } from './execution-context.js';
/** What stays the same from attempt to attempt. */
export interface AttemptParts {
    readonly case: ScenarioCase;
    readonly target: Target;
    readonly patience: number;
    /** The longest announced delay that is waited for, in ms; default: a minute. */
    readonly longestWait?: number | undefined;
    readonly roundTrip: number;
    readonly devices: ReadonlyMap<string, BoundDevice>;
    readonly clients: ReadonlyMap<string, BoundClient>;
    readonly stimuli?: Pick<Stimuli, 'open'>;
    readonly managed?: ManagedDevice;
    /** Stands in every key, so that no run meets the keys of an earlier one. */
    readonly runMark: string;
    readonly refreshes: RefreshBook;
    readonly liveness: Liveness;
    readonly random: RandomStream;
    readonly signal: AbortSignal;
    readonly guard: (call: Call) => string | undefined;
    readonly onStep: (step: StepInWords, attempt: number) => void;
    readonly onWait: (until: number, why: string) => void;
}
export interface AttemptEnd {
    readonly notes: Notes;
    /** Undefined when all steps were done, and all that was checked held. */
    readonly halt: Halt | undefined;
}
export declare function runAttempt(parts: AttemptParts, attempt: number): Promise<AttemptEnd>;
