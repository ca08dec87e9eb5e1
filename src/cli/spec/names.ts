// The documents that say what the interface is.
export const SPEC_NAMES = ['openapi', 'asyncapi'] as const;

export type SpecName = (typeof SPEC_NAMES)[number];
