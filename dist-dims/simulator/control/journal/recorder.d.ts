import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Decoration } from '../../decoration.js';
import type { TrafficLog } from '../../transport/traffic-log.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Journal } from './journal.js';
export interface Recorder {
    /** To be applied first, before defects and faults. */
    readonly inner: Decoration;
    /** To be applied last. */
    readonly outer: Decoration;
    readonly traffic: TrafficLog;
}
export interface RecorderParts {
    readonly dialect: Dialect;
    readonly clock: Pick<Clock, 'now'>;
    /** For the digests of bodies. */
    readonly salt: number;
    /** Is told of all that is issued, and of passwords that come. */
    readonly secrets: Secrets;
}
export declare function createRecorder(journal: Journal, parts: RecorderParts): Recorder;
