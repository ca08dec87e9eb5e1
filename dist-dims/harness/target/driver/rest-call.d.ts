import type { Dialect } from '../../../dialect/dialect.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { Call, SecretLike } from '../call.js';
import type { ClientProfile } from '../../profile/profile.js';
export interface RestRequest {
    readonly facts: RequestFacts;
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The body as the trace shows it. */
    readonly shown?: unknown;
}
export declare function restRequest(dialect: Dialect, given: Call, caller: ClientProfile): RestRequest;
export declare function secretOf({ clientSecret }: ClientProfile, like: SecretLike | undefined): string;
