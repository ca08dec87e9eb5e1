import type { ClientRule } from './ruling.js';
export declare const CLIENT_JUDGES: readonly ClientRule[];
