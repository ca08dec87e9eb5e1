export interface Rule {
    /** The id that names the rule in scenarios, properties, defects, reports and docs: `group.name`. */
    readonly id: string;
    /** Who has to keep it. */
    readonly side: 'service' | 'client';
    /** `stated`: the interface says so in words, a breach fails. `derived`: it follows from them, a breach warns. */
    readonly basis: 'stated' | 'derived';
    /** The section of the interface that it comes from. */
    readonly section: string;
    /** One sentence that says what must hold. */
    readonly sentence: string;
}
