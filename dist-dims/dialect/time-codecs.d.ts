import type { ScalarCodec } from './scalar-codec.js';
/** What a duration may be written as. */
export declare const DURATION_CODECS: Readonly<Record<string, ScalarCodec>>;
/** What a moment may be written as. */
export declare const TIMESTAMP_CODECS: Readonly<Record<string, ScalarCodec>>;
