import type { Result } from '../../document/complaint.js';
import type { InProcessOptions } from '../../lab/in-process/in-process-options.js';
import type { TargetOptions } from './run-options.js';
/** Plain data. */
export type ServiceNames = Pick<TargetOptions, 'fleet' | 'dialect' | 'variant' | 'defect' | 'seed'>;
export declare function embeddedService(names: ServiceNames, cwd: string): Promise<Result<InProcessOptions & Required<Pick<InProcessOptions, 'declared'>>>>;
