import type { ClientRule } from './ruling.js';
export declare const scopeDeniedIsFinal: ClientRule;
