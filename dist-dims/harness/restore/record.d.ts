import { z } from 'zod';
declare const record: z.ZodObject<{
    format: z.ZodLiteral<"conform-restore/1">;
    target: z.ZodObject<{
        baseUrl: z.ZodString;
        arguments: z.ZodArray<z.ZodString>;
        folder: z.ZodString;
        profile: z.ZodExactOptional<z.ZodString>;
        command: z.ZodString;
        since: z.ZodISODateTime;
    }, z.core.$strict>;
    devices: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        deviceId: z.ZodString;
        relays: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            on: z.ZodBoolean;
        }, z.core.$strict>>;
        jogged: z.ZodArray<z.ZodInt>;
        jogDurations: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            jogDuration: z.ZodInt;
        }, z.core.$strict>>;
        baudRate: z.ZodExactOptional<z.ZodInt>;
    }, z.core.$strict>>;
    managed: z.ZodExactOptional<z.ZodObject<{
        deviceId: z.ZodString;
        listed: z.ZodBoolean;
        name: z.ZodExactOptional<z.ZodString>;
        profileId: z.ZodString;
        passwordEnv: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict>>;
    stimuli: z.ZodArray<z.ZodObject<{
        key: z.ZodString;
        undo: z.ZodObject<{
            name: z.ZodEnum<{
                "cut-power": "cut-power";
                "disable-client": "disable-client";
                "drop-link": "drop-link";
                "enable-client": "enable-client";
                executions: "executions";
                "expire-tokens": "expire-tokens";
                "inject-rs485": "inject-rs485";
                "restore-link": "restore-link";
                "restore-power": "restore-power";
                "set-analog": "set-analog";
                "set-input": "set-input";
                "set-sensor": "set-sensor";
            }>;
            device: z.ZodExactOptional<z.ZodObject<{
                name: z.ZodString;
                deviceId: z.ZodString;
            }, z.core.$strict>>;
            client: z.ZodExactOptional<z.ZodObject<{
                name: z.ZodString;
                clientId: z.ZodString;
            }, z.core.$strict>>;
            index: z.ZodExactOptional<z.ZodInt>;
            key: z.ZodExactOptional<z.ZodString>;
            active: z.ZodExactOptional<z.ZodBoolean>;
            value: z.ZodExactOptional<z.ZodNumber>;
            data: z.ZodExactOptional<z.ZodString>;
        }, z.core.$strict>;
    }, z.core.$strict>>;
}, z.core.$strict>;
export type RestoreRecord = z.infer<typeof record>;
export type RestoreOrigin = RestoreRecord['target'];
export type DeviceBefore = RestoreRecord['devices'][number];
export type ManagedBefore = NonNullable<RestoreRecord['managed']>;
export type StimulusLeft = RestoreRecord['stimuli'][number];
export declare function emptyRecord(target: RestoreOrigin): RestoreRecord;
/** Whether nothing would have to be put back. */
export declare function isEmpty({ devices, managed: device_, stimuli }: RestoreRecord): boolean;
export declare function restoreText(content: RestoreRecord): string;
export type ParsedRecord = {
    readonly ok: true;
    readonly record: RestoreRecord;
}
/** In words: where it is damaged, as a JSON Pointer, and what was expected there. */
 | {
    readonly ok: false;
    readonly why: string;
};
export declare function parseRecord(source: string): ParsedRecord;
export {};
