import type { ScalarCodec } from './scalar-codec.js';
export declare const BYTE_CODECS: Readonly<Record<string, ScalarCodec>>;
