import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import type { Secrets } from '../../output/secrets.js';
declare const holder: z.ZodObject<{
    pid: z.ZodInt;
    began: z.ZodOptional<z.ZodString>;
    host: z.ZodString;
    boot: z.ZodString;
    space: z.ZodString;
    since: z.ZodString;
    command: z.ZodString;
}, z.core.$strip>;
export type Holder = z.infer<typeof holder>;
export type Locked = {
    readonly kind: 'held';
    release(): Promise<void>;
}
/** Somebody else has it; undefined when the lock does not say who. */
 | {
    readonly kind: 'taken';
    readonly by: Holder | undefined;
} | {
    readonly kind: 'failed';
    readonly why: string;
};
export interface LockOptions {
    readonly path: string;
    /** What the holder does, for people; without secrets. */
    readonly command: string;
    readonly secrets: Secrets;
    /** The machine's clock. */
    readonly clock: Clock;
}
export declare function takeLock({ path, command, secrets, clock }: LockOptions): Promise<Locked>;
export {};
