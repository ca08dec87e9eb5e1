// The documents that say what the interface is.
export const SPEC_NAMES = ['openapi', 'asyncapi'];
