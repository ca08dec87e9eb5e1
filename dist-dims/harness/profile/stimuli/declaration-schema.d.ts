import { z } from 'zod';
declare const driver: z.ZodObject<{
    http: z.ZodOptional<z.ZodObject<{
        method: z.ZodOptional<z.ZodEnum<{
            DELETE: "DELETE";
            GET: "GET";
            PATCH: "PATCH";
            POST: "POST";
            PUT: "PUT";
        }>>;
        url: z.ZodString;
        headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
        body: z.ZodOptional<z.ZodString>;
        value: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
    command: z.ZodOptional<z.ZodArray<z.ZodString>>;
    env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
    prompt: z.ZodOptional<z.ZodString>;
    wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
        device: z.ZodString;
        input: z.ZodInt;
        relay: z.ZodInt;
        inverted: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>>>;
    devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
    timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
}, z.core.$strict>;
export type DriverFile = z.output<typeof driver>;
export declare const stimuliSchema: z.ZodObject<{
    control: z.ZodOptional<z.ZodObject<{
        url: z.ZodString;
        tokenEnv: z.ZodString;
    }, z.core.$strict>>;
    "cut-power": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "disable-client": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "drop-link": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "enable-client": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    executions: z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "expire-tokens": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "inject-rs485": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "restore-link": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "restore-power": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "set-analog": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "set-input": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
    "set-sensor": z.ZodOptional<z.ZodObject<{
        http: z.ZodOptional<z.ZodObject<{
            method: z.ZodOptional<z.ZodEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>>;
            url: z.ZodString;
            headers: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
            body: z.ZodOptional<z.ZodString>;
            value: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        command: z.ZodOptional<z.ZodArray<z.ZodString>>;
        env: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        prompt: z.ZodOptional<z.ZodString>;
        wiring: z.ZodOptional<z.ZodArray<z.ZodObject<{
            device: z.ZodString;
            input: z.ZodInt;
            relay: z.ZodInt;
            inverted: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
        timeout: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
export type StimuliFile = z.output<typeof stimuliSchema>;
export {};
