/** Keeps the fields typed where the verb is written, and forgets the type where all verbs are one list. */
export function defineVerb(verb) {
    return verb;
}
