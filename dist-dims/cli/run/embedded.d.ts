import type { Clock } from '../../kernel/clock.js';
import type { Result } from '../../document/complaint.js';
import type { TargetFacts } from './found-target.js';
import type { TargetOptions } from './run-options.js';
export declare function embeddedTarget(options: TargetOptions & {
    readonly speed: number;
}, clock: Clock, cwd: string): Promise<Result<TargetFacts>>;
