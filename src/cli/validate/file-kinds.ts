// The kinds of YAML files that the program reads.
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
