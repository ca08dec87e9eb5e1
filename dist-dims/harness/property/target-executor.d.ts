import type { Random } from '../../kernel/random.js';
import type { Call } from '../target/call.js';
import type { Leases } from '../target/leases.js';
import type { Profile } from '../profile/profile.js';
import type { Stimuli } from '../stimuli/stimuli.js';
import type { Target } from '../target/target.js';
import type { Executor } from './executor.js';
import type { ProgramPool } from './facts.js';
export interface TargetExecutorOptions {
    /** Nothing forbidden passes through it. */
    readonly target: Target;
    readonly profile: Profile;
    readonly pool: ProgramPool;
    /** Others may lease from it at the same time. */
    readonly leases: Leases;
    readonly stimuli: Pick<Stimuli, 'open'>;
    readonly random: Random;
    readonly signal: AbortSignal;
    /** Programs at a time, at most. */
    readonly jobs: number;
    readonly guard: (call: Call) => string | undefined;
    /** Puts back what has been changed of these devices; what could not be, in words. */
    readonly restore: (deviceIds: readonly string[]) => Promise<readonly string[]>;
}
export declare function createTargetExecutor({ pool, jobs, leases, ...options }: TargetExecutorOptions): Executor;
