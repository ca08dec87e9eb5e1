// The documents that `conform spec` prints: of the interface and the control plane, and the JSON Schema of a kind of file.
export const SCHEMA_NAMES = [
  'scenario',
  'fragment',
  'target',
  'profile',
  'dialect',
  'fleet',
  'variant',
  'fault-plan',
  'day',
  'audit',
  'config',
  'report',
] as const;

/** `profile` is an older word for `target`. */
export type SchemaName = (typeof SCHEMA_NAMES)[number];

export const SPEC_NAMES = ['openapi', 'asyncapi', 'control', ...SCHEMA_NAMES] as const;
export type SpecName = (typeof SPEC_NAMES)[number];
