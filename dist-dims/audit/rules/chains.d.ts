import type { Exchange, Traffic } from '../traffic/traffic.js';
import type { Rhythm } from './rhythm.js';
export interface Chain {
    readonly day: Traffic;
    /** The first was refused; of the others, all but the last one at least. */
    readonly tries: readonly Exchange[];
    /** From the refusal of a try to the next one, in ms. */
    readonly delays: readonly number[];
    /** Tries that were sent while another one was under way. */
    readonly atOnce: readonly (readonly [Exchange, Exchange])[];
}
export interface ChainRules {
    isRefused(exchange: Exchange): boolean;
    /** What comes no sooner than usual is no try. */
    readonly rhythm: Rhythm;
}
/** Chains of two tries and more, and lone refusals as chains of one. */
export declare function chainsOf(day: Traffic, isMeant: (exchange: Exchange) => boolean, rules: ChainRules): readonly Chain[];
