// The files that `conform init` writes, and how they are called unless it is said.
export const FILE_NAMES = {
  target: 'target.yaml',
  audit: 'audit.yaml',
  config: 'conform.config.yaml',
} as const;

export type InitName = keyof typeof FILE_NAMES;
export const INIT_NAMES = Object.keys(FILE_NAMES);
