import { z } from 'zod';
/** All kinds when absent. */
export declare const operationKinds: z.ZodDefault<z.ZodArray<z.ZodEnum<{
    config: "config";
    control: "control";
    refresh: "refresh";
    transceive: "transceive";
}>>>;
