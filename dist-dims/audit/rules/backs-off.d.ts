import type { ClientRule } from './ruling.js';
export declare const backsOffWhenBusy: ClientRule;
export declare const backsOffOn500: ClientRule;
