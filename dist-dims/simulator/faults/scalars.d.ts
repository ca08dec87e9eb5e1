import { z } from 'zod';
import type { RandomStream } from '../../kernel/random.js';
/** How long something takes, in ms: always the same, anything between two bounds, or log-normal. */
export type Delay = {
    readonly kind: 'fixed';
    readonly ms: number;
} | {
    readonly kind: 'uniform';
    readonly from: number;
    readonly to: number;
} | {
    readonly kind: 'log-normal';
    readonly median: number;
    readonly spread: number;
    readonly most: number;
};
/** `2s`, `{ from: 1s, to: 3s }` or `{ median: 800ms, spread: 0.5 }`. */
export type DelaySchema = z.ZodType<Delay, string | {
    from: string;
    to: string;
} | {
    median: string;
    spread?: number | undefined;
    most?: string;
}>;
export declare const delay: () => DelaySchema;
export declare function drawDelay(spec: Delay, random: RandomStream): number;
