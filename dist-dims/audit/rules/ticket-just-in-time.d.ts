import type { ClientRule } from './ruling.js';
export declare const ticketJustInTime: ClientRule;
