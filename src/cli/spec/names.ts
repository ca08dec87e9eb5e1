// The documents that say what the interface is, and the control plane of the simulator.
export const SPEC_NAMES = ['openapi', 'asyncapi', 'control'] as const;

export type SpecName = (typeof SPEC_NAMES)[number];
