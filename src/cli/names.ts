// What commands take by name: it loads nothing, so that help comes at once.

/** The files that `conform init` writes, and how they are called unless it is said. */
export const FILE_NAMES = {
  target: 'target.yaml',
  audit: 'audit.yaml',
  config: 'conform.config.yaml',
} as const;

export type InitName = keyof typeof FILE_NAMES;
export const INIT_NAMES = Object.keys(FILE_NAMES);

/** What can be listed: whatever a command takes by name. */
export const LIST_NAMES = [
  'rules',
  'scenarios',
  'properties',
  'variants',
  'defects',
  'faults',
  'stimuli',
  'dialects',
  'clients',
  'endpoints',
  'topics',
  'dimensions',
] as const;

export type ListName = (typeof LIST_NAMES)[number];

/** The kinds of YAML files that the program reads. */
export const FILE_KINDS = [
  'scenario',
  'fleet',
  'dialect',
  'target',
  'variant',
  'fault-plan',
  'day',
  'audit',
  'config',
] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** What has a JSON Schema. `profile` is an older word for `target`. */
export const SCHEMA_NAMES = [...FILE_KINDS, 'fragment', 'profile', 'report'] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

/** The documents that `conform spec` prints: of the interface and the control plane, and the JSON Schemas. */
export const SPEC_NAMES = ['openapi', 'asyncapi', 'control', ...SCHEMA_NAMES] as const;
export type SpecName = (typeof SPEC_NAMES)[number];

/** The shells that can complete a line of conform. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The hidden command that their scripts call. */
export const COMPLETE = 'complete';
