import type { Dialect } from '../../../dialect/dialect.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Service } from '../../service/service.js';
import type { Issued } from './issued.js';
import type { Journal } from './journal.js';
interface Recording {
    readonly journal: Journal;
    readonly dialect: Dialect;
    readonly tokens: Issued;
    readonly tickets: Issued;
    /** Is told of all that is issued, and of passwords that come. */
    readonly secrets: Secrets;
}
export declare function recordService(service: Service, recording: Recording): Service;
export {};
