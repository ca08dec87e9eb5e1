// The kinds of files that have a JSON Schema.
export const SCHEMA_NAMES = ['scenario', 'fleet', 'fault-plan', 'report'];
