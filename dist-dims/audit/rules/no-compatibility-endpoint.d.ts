import type { ClientRule } from './ruling.js';
export declare const noCompatibilityEndpoint: ClientRule;
