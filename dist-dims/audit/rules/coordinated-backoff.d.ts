import type { ClientRule } from './ruling.js';
export declare const coordinatedBackoff: ClientRule;
