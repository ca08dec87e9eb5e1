import { z } from 'zod';
/** Rows are written as lists: every value with every other. */
export declare const matrixSchema: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodUnknown>>;
export declare const fileSchema: z.ZodObject<{
    title: z.ZodString;
    about: z.ZodOptional<z.ZodString>;
    rules: z.ZodArray<z.ZodString>;
    needs: z.ZodObject<{
        devices: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodNullable<z.ZodObject<{
            relays: z.ZodOptional<z.ZodArray<z.ZodString>>;
            inputs: z.ZodOptional<z.ZodArray<z.ZodString>>;
            analogInputs: z.ZodOptional<z.ZodArray<z.ZodString>>;
            sensors: z.ZodOptional<z.ZodArray<z.ZodString>>;
            place: z.ZodOptional<z.ZodEnum<{
                ends: "ends";
                first: "first";
                last: "last";
                middle: "middle";
            }>>;
            hiddenFrom: z.ZodOptional<z.ZodArray<z.ZodString>>;
            rs485: z.ZodOptional<z.ZodUnion<readonly [z.ZodEnum<{
                answered: "answered";
                unanswered: "unanswered";
            }>, z.ZodArray<z.ZodEnum<{
                answered: "answered";
                unanswered: "unanswered";
            }>>]>>;
        }, z.core.$strict>>>>;
        clients: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodArray<z.ZodEnum<{
            "device:config": "device:config";
            "device:control": "device:control";
            "device:manage": "device:manage";
            "device:read": "device:read";
        }>>, z.ZodObject<{
            exactly: z.ZodArray<z.ZodEnum<{
                "device:config": "device:config";
                "device:control": "device:control";
                "device:manage": "device:manage";
                "device:read": "device:read";
            }>>;
        }, z.core.$strict>]>>;
        capabilities: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            actuate: "actuate";
            adding: "adding";
            "analog-inputs": "analog-inputs";
            "compatibility-endpoint": "compatibility-endpoint";
            configure: "configure";
            "device-profiles": "device-profiles";
            devices: "devices";
            "digital-inputs": "digital-inputs";
            "event-ids": "event-ids";
            jog: "jog";
            manage: "manage";
            paging: "paging";
            passwords: "passwords";
            removing: "removing";
            rs485: "rs485";
            "rs485.answered": "rs485.answered";
            "rs485.unanswered": "rs485.unanswered";
            sensors: "sensors";
            stimuli: "stimuli";
            "two-clients": "two-clients";
            "two-devices": "two-devices";
            websocket: "websocket";
        }>>>;
        stimuli: z.ZodOptional<z.ZodArray<z.ZodEnum<{
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
        }>>>;
        management: z.ZodOptional<z.ZodLiteral<true>>;
        exclusive: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<true>, z.ZodLiteral<"clients">]>>;
    }, z.core.$strict>;
    matrix: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodUnknown>>>;
    steps: z.ZodArray<z.ZodUnknown>;
    cleanup: z.ZodOptional<z.ZodArray<z.ZodUnknown>>;
}, z.core.$strict>;
export type ScenarioFile = z.output<typeof fileSchema>;
/** A fragment that scenarios include. */
export declare const fragmentSchema: z.ZodObject<{
    about: z.ZodOptional<z.ZodString>;
    steps: z.ZodArray<z.ZodUnknown>;
}, z.core.$strict>;
