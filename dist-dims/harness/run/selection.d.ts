import type { Restriction } from '../profile/restriction.js';
export interface Selection {
    /** Ids of scenarios or cases, globs over them (`refresh/*`), or paths of their files; none given: all. */
    readonly only?: readonly string[];
    /** Ids of rules, or globs over them; a scenario is chosen when it cites one of them. */
    readonly rules?: readonly string[];
    /** Capabilities that must not be used: `websocket` leaves out all that needs that channel. */
    readonly without?: readonly string[];
    /** What is left out on purpose: scenarios that would do it are skipped. */
    readonly restriction?: Restriction | undefined;
}
/** A name on the command line that cannot be what was meant. */
export interface SelectionProblem {
    readonly option: keyof Selection;
    readonly message: string;
    readonly hint?: string;
}
