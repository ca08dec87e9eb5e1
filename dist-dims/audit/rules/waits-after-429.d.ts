import type { ClientRule } from './ruling.js';
export declare const waitsAfter429: ClientRule;
