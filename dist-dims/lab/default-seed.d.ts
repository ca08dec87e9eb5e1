export declare const DEFAULT_SEED = 1;
