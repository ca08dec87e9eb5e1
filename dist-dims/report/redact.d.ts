export { isTellingName as isSecretKey, redactNames as redact } from '../output/secret-names.js';
