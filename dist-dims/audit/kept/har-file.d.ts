import { z } from 'zod';
import type { TraceEntry } from '../../trace/record.js';
declare const message: z.ZodObject<{
    type: z.ZodEnum<{
        receive: "receive";
        request: "request";
        response: "response";
        send: "send";
    }>;
    time: z.ZodNumber;
    opcode: z.ZodDefault<z.ZodNumber>;
    data: z.ZodString;
}, z.core.$loose>;
declare const entry: z.ZodObject<{
    startedDateTime: z.ZodISODateTime;
    time: z.ZodDefault<z.ZodNumber>;
    request: z.ZodObject<{
        method: z.ZodString;
        url: z.ZodString;
        headers: z.ZodDefault<z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            value: z.ZodString;
        }, z.core.$loose>>>;
        postData: z.ZodOptional<z.ZodObject<{
            text: z.ZodDefault<z.ZodString>;
        }, z.core.$loose>>;
    }, z.core.$loose>;
    response: z.ZodObject<{
        status: z.ZodDefault<z.ZodNumber>;
        headers: z.ZodDefault<z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            value: z.ZodString;
        }, z.core.$loose>>>;
        content: z.ZodDefault<z.ZodObject<{
            text: z.ZodDefault<z.ZodString>;
            encoding: z.ZodOptional<z.ZodString>;
        }, z.core.$loose>>;
    }, z.core.$loose>;
    connection: z.ZodOptional<z.ZodString>;
    _webSocketMessages: z.ZodDefault<z.ZodArray<z.ZodObject<{
        type: z.ZodEnum<{
            receive: "receive";
            request: "request";
            response: "response";
            send: "send";
        }>;
        time: z.ZodNumber;
        opcode: z.ZodDefault<z.ZodNumber>;
        data: z.ZodString;
    }, z.core.$loose>>>;
}, z.core.$loose>;
export type HarEntry = z.output<typeof entry>;
export type HarMessage = z.output<typeof message>;
export declare const harFile: z.ZodObject<{
    log: z.ZodObject<{
        version: z.ZodString;
        entries: z.ZodArray<z.ZodObject<{
            startedDateTime: z.ZodISODateTime;
            time: z.ZodDefault<z.ZodNumber>;
            request: z.ZodObject<{
                method: z.ZodString;
                url: z.ZodString;
                headers: z.ZodDefault<z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    value: z.ZodString;
                }, z.core.$loose>>>;
                postData: z.ZodOptional<z.ZodObject<{
                    text: z.ZodDefault<z.ZodString>;
                }, z.core.$loose>>;
            }, z.core.$loose>;
            response: z.ZodObject<{
                status: z.ZodDefault<z.ZodNumber>;
                headers: z.ZodDefault<z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    value: z.ZodString;
                }, z.core.$loose>>>;
                content: z.ZodDefault<z.ZodObject<{
                    text: z.ZodDefault<z.ZodString>;
                    encoding: z.ZodOptional<z.ZodString>;
                }, z.core.$loose>>;
            }, z.core.$loose>;
            connection: z.ZodOptional<z.ZodString>;
            _webSocketMessages: z.ZodDefault<z.ZodArray<z.ZodObject<{
                type: z.ZodEnum<{
                    receive: "receive";
                    request: "request";
                    response: "response";
                    send: "send";
                }>;
                time: z.ZodNumber;
                opcode: z.ZodDefault<z.ZodNumber>;
                data: z.ZodString;
            }, z.core.$loose>>>;
        }, z.core.$loose>>;
    }, z.core.$loose>;
}, z.core.$loose>;
/** What an entry comes to, at its clock time in ms. */
export interface Timed {
    readonly at: number;
    readonly entry: TraceEntry;
}
export declare function startOf({ startedDateTime }: HarEntry): number;
export declare function bodyIn(text: string): unknown;
export {};
