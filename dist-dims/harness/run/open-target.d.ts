import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import { type Secrets } from '../../output/secrets.js';
import type { Profile } from '../profile/profile.js';
import type { RestoreBook } from '../restore/book.js';
import { type Gate } from '../safety/gate/gate.js';
import { type StimuliOptions } from '../stimuli/create-stimuli.js';
import type { Stimuli } from '../stimuli/stimuli.js';
import type { Target } from '../target/target.js';
import type { Transport } from '../target/transport.js';
export interface OpenTarget {
    readonly profile: Profile;
    readonly target: Target;
    /** What nothing that is shown or kept may hold. */
    readonly secrets: Secrets;
    /** All that leaves goes through it. */
    readonly gate: Gate;
    readonly stimuli: Stimuli;
    readonly seed: number;
    /** Profile and dialect fit by construction: what differs is the target's doing. */
    readonly vouchedFor: boolean;
    /** What the run may have changed; absent for a target that ends with this process. */
    readonly book?: RestoreBook;
    /** Closes the target, the stimuli, and what was started for the run. */
    close(): Promise<void>;
}
export interface OpenOptions extends Pick<StimuliOptions, 'operator' | 'instead' | 'drive' | 'restriction' | 'secrets'> {
    readonly profile: Profile;
    readonly dialect: Dialect;
    readonly clock: Clock;
    readonly transport: Transport;
    readonly seed: number;
    readonly vouchedFor: boolean;
    readonly book?: RestoreBook | undefined;
    /** Stops what was started for the run. */
    stop(): Promise<void>;
}
export declare function openTarget(options: OpenOptions): OpenTarget;
