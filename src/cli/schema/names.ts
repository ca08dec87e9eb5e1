// The kinds of files that have a JSON Schema.
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
