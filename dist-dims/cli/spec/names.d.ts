export declare const SPEC_NAMES: readonly ['openapi', 'asyncapi'];
export type SpecName = (typeof SPEC_NAMES)[number];
