// Keeps secrets out of reports, which are mailed and uploaded. The trace replaces them already, and the writer
// searches the whole of a report; this goes by the names of what they stand under.
export { isTellingName as isSecretKey, redactNames as redact } from '../output/secret-names.js';
