import { z } from 'zod';
export declare const hex: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
export declare const baudRate: z.ZodInt;
export declare const count: z.ZodInt;
/** The same keys, each of which may be left out. */
export declare function optional<S extends z.ZodRawShape>(shape: S): {
    [K in keyof S]: z.ZodExactOptional<S[K]>;
};
