// What a run leaves out on purpose, whatever the profile allows.
const WORDS = {
    'no-actuate': 'this run switches nothing and puts nothing on RS485 (--no-actuate)',
    'read-only': 'this run changes nothing (--read-only)',
};
/** The reason that each check has which was left out for it; the report finds them by it. */
export function restrictionWords(restriction) {
    return WORDS[restriction];
}
