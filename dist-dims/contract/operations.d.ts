import { z } from 'zod';
import { type OperationFacts, type PathBody, type Touch } from './operation.js';
export declare const relayAction: z.ZodEnum<{
    jog: "jog";
    off: "off";
    on: "on";
}>;
export type RelayAction = z.infer<typeof relayAction>;
declare const relayChange: z.ZodObject<{
    index: z.ZodInt;
    action: z.ZodEnum<{
        jog: "jog";
        off: "off";
        on: "on";
    }>;
}, z.core.$strip>;
export type RelayChange = z.infer<typeof relayChange>;
export declare const OPERATIONS: {
    readonly 'device.relay.set': OperationFacts<{
        readonly relayParams: z.ZodObject<{
            relays: z.ZodArray<z.ZodObject<{
                index: z.ZodInt;
                action: z.ZodEnum<{
                    jog: "jog";
                    off: "off";
                    on: "on";
                }>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly singleRelayBody: z.ZodObject<{
            action: z.ZodEnum<{
                jog: "jog";
                off: "off";
                on: "on";
            }>;
        }, z.core.$strip>;
    }, "relayParams", never>;
    readonly 'device.rs485.transceive': OperationFacts<{
        readonly transceiveParams: z.ZodObject<{
            data: z.ZodString;
            timeout: z.ZodOptional<z.ZodInt>;
        }, z.core.$strip>;
        readonly transceiveResult: z.ZodObject<{
            data: z.ZodString;
        }, z.core.$strip>;
    }, "transceiveParams", "transceiveResult">;
    readonly 'device.rs485.baudRate.set': OperationFacts<{
        readonly baudRateParams: z.ZodObject<{
            baudRate: z.ZodInt;
        }, z.core.$strip>;
    }, "baudRateParams", never>;
    readonly 'device.relay.jogConfig.set': OperationFacts<{
        readonly jogParams: z.ZodObject<{
            index: z.ZodInt;
            duration: z.ZodInt;
        }, z.core.$strip>;
        readonly jogBody: z.ZodObject<{
            duration: z.ZodInt;
        }, z.core.$strip>;
    }, "jogParams", never>;
};
type Table = typeof OPERATIONS;
export type OperationName = keyof Table;
export declare const OPERATION_NAMES: [OperationName, ...OperationName[]];
/** Canonical parameters of one operation. */
export type ParamsOf<N extends OperationName> = z.infer<Table[N]['shapes'][Table[N]['params'] & keyof Table[N]['shapes']] & z.ZodObject>;
/** An operation and its parameters, as the service and the harness speak of it. */
export type Operation = {
    [N in OperationName]: {
        name: N;
        params: ParamsOf<N>;
    };
}[OperationName];
type ResultShape<N extends OperationName> = NonNullable<Table[N]['result']> & keyof Table[N]['shapes'];
/** Canonical result of an operation that has one. */
export type OperationResult = {
    [N in OperationName]: z.infer<Table[N]['shapes'][ResultShape<N>] & z.ZodObject>;
}[OperationName];
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
/** The shapes of all operations, by name. */
export type OperationShapes = Intersection<Table[OperationName]['shapes']>;
/** Any operation, where the types of its parameters do not matter. */
export type AnyOperation = Omit<OperationFacts<Record<string, z.ZodObject>, string, string>, 'params' | 'result' | 'bodies'> & {
    readonly params: keyof OperationShapes;
    readonly result?: keyof OperationShapes;
    readonly bodies?: Readonly<Record<string, PathBody<unknown, unknown>>>;
};
export declare function isOperationName(name: string): name is OperationName;
export declare function operationFacts(name: OperationName): AnyOperation;
/** What the operation does to the device when it is carried out. */
export declare function touchesOf({ name, params }: Operation): readonly Touch[];
/** How long the operation keeps its device at work when nobody answers on the RS485 line, in ms. */
export declare function waitOf({ name, params }: Operation): number;
export {};
