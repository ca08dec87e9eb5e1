import type { Operation } from '../../contract/operations.js';
import type { Scope } from '../../contract/scopes.js';
import type { Call } from '../target/call.js';
import type { Effect } from './gate/effect.js';
/** What is changed, by a key such as `relay 2`, and how it stands. */
export type Values = ReadonlyMap<string, number | boolean>;
export interface Aspect {
    readonly name: 'relays' | 'configuration';
    /** The scope that it takes to put it back. */
    readonly scope: Scope;
    read(deviceId: string): Call;
    /** From the data of a successful reply to `read`. */
    valuesIn(data: unknown): Values;
    /** Each makes some of the values so again. */
    operations(values: Values): readonly Operation[];
    /** The value in words: `on`, `500 ms`. */
    words(key: string, value: number | boolean): string;
}
export declare const RELAYS: Aspect;
export declare const CONFIGURATION: Aspect;
export interface Touch {
    readonly aspect: Aspect;
    readonly keys: readonly string[];
    /** Relays that go back by themselves after their jog duration. */
    readonly jogs: readonly number[];
}
/** What the effects change of one device, each aspect once. `listed` are its relays that may be switched. */
export declare function touchesOf(effects: readonly Effect[], listed: readonly number[]): readonly Touch[];
/** Something other than a request may switch all of these. */
export declare function touchOfRelays(relays: readonly number[]): Touch;
/** The longest jog of the relays, by their configuration. */
export declare function longestJog(values: Values, relays: Iterable<number>): number;
