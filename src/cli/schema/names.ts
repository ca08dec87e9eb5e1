// The kinds of files that have a JSON Schema.
export const SCHEMA_NAMES = [
  'scenario',
  'profile',
  'dialect',
  'fleet',
  'fault-plan',
  'day',
  'audit',
  'config',
  'report',
] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];
