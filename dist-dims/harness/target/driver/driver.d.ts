import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../kernel/random.js';
import type { IsSecretName } from '../../../output/secret-names.js';
import { type Secrets } from '../../../output/secrets.js';
import type { ClientProfile, Profile } from '../../profile/profile.js';
import type { GatedTransport } from '../gated-transport.js';
import { type Heard } from './heard.js';
import { type RateCeiling } from './rate-ceiling.js';
import { type Tokens } from './tokens.js';
export interface Driver {
    readonly dialect: Dialect;
    readonly clock: Clock;
    readonly transport: GatedTransport;
    readonly secrets: Secrets;
    /** Whether what stands under a name on the wire may be a secret. */
    readonly isSecretName: IsSecretName;
    readonly tokens: Tokens;
    readonly heard: Heard;
    readonly ceiling: RateCeiling;
    readonly limits: DriverLimits;
    /** How long to wait for a reply where nothing else is said, in ms. */
    readonly patience: number;
    client(name: string): ClientProfile;
    nextExchange(): number;
    /** What the requestIds of one more connection begin with. */
    nextRequestIds(): string;
}
export interface DriverLimits {
    /** Requests that wait for a reply on one connection. */
    readonly inFlight: number;
    /** Events that one connection keeps; more go to the trace only. */
    readonly events: number;
}
export interface DriverOptions {
    readonly profile: Pick<Profile, 'clients' | 'requestsPerSecond' | 'patience'>;
    readonly dialect: Dialect;
    readonly clock: Clock;
    readonly transport: GatedTransport;
    /** Makes requestIds that no other run uses. */
    readonly random?: Random;
    readonly limits?: Partial<DriverLimits>;
    /** Those that the program's outputs are searched for; default: its own. */
    readonly secrets?: Secrets;
}
export declare function createDriver(options: DriverOptions): Driver;
