import { z } from 'zod';
export declare const over: () => z.ZodDefault<z.ZodEnum<{
    both: "both";
    rest: "rest";
    websocket: "websocket";
}>>;
type Over = z.output<ReturnType<typeof over>>;
/** The hooks for the channels that are meant. */
export declare function hooksOver<R, M>(which: Over, hooks: {
    readonly rest: R;
    readonly message: M;
}): {
    readonly rest?: R;
    readonly message?: M;
};
export {};
