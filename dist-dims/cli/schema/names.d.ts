export declare const SCHEMA_NAMES: readonly ['scenario', 'fleet', 'fault-plan', 'report'];
export type SchemaName = (typeof SCHEMA_NAMES)[number];
