// The files that `conform init` writes.
export const INIT_NAMES = ['target', 'audit', 'config'] as const;

export type InitName = (typeof INIT_NAMES)[number];
