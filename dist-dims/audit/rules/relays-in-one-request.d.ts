import type { ClientRule } from './ruling.js';
export declare const relaysInOneRequest: ClientRule;
