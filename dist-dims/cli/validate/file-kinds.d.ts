export declare const FILE_KINDS: readonly ['scenario', 'fleet', 'dialect', 'target', 'variant', 'fault-plan'];
export type FileKind = (typeof FILE_KINDS)[number];
