import type { Dialect } from '../../../dialect/dialect.js';
import type { Act } from '../../profile/stimuli/act.js';
import type { Profile } from '../../profile/profile.js';
import type { Restriction } from '../../profile/restriction.js';
import { type GatedTransport, type Message } from '../../target/gated-transport.js';
import type { Transport } from '../../target/transport.js';
import { type Effect } from './effect.js';
export interface Gate {
    readonly restriction: Restriction | undefined;
    /** The transport behind the gate: it rejects with SafetyError what must not leave, before a byte has left. */
    guard(transport: Transport): GatedTransport;
    /** What the message would do, and why it must not be sent; no reason when it may. */
    judge(message: Message): Judgement;
    /** Why the act must not be done, in words; undefined when it may. */
    forbidsAct(act: Act): string | undefined;
    /** Devices that the target has, beside those of the profile: they are none that nobody has. */
    learn(deviceIds: Iterable<string>): void;
    /** All relays of a device. */
    learnRelays(deviceId: string, relays: readonly number[]): void;
}
export interface Judgement {
    readonly effects: readonly Effect[];
    readonly forbidden: string | undefined;
}
export interface GateOptions {
    readonly profile: Pick<Profile, 'devices' | 'management' | 'stimuli'>;
    readonly dialect: Dialect;
    readonly restriction?: Restriction | undefined;
}
export declare function createGate({ profile, dialect, restriction }: GateOptions): Gate;
