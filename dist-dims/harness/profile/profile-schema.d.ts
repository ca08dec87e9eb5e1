import { z } from 'zod';
export declare const profileSchema: z.ZodObject<{
    name: z.ZodOptional<z.ZodString>;
    baseUrl: z.ZodString;
    websocketUrl: z.ZodOptional<z.ZodString>;
    tls: z.ZodPrefault<z.ZodObject<{
        ca: z.ZodOptional<z.ZodString>;
        insecure: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strict>>;
    dialect: z.ZodOptional<z.ZodString>;
    without: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        adding: "adding";
        "analog-inputs": "analog-inputs";
        "compatibility-endpoint": "compatibility-endpoint";
        "device-profiles": "device-profiles";
        "digital-inputs": "digital-inputs";
        "event-ids": "event-ids";
        jog: "jog";
        paging: "paging";
        passwords: "passwords";
        removing: "removing";
        rs485: "rs485";
        sensors: "sensors";
    }>>>;
    clients: z.ZodRecord<z.ZodString, z.ZodObject<{
        clientId: z.ZodString;
        clientSecretEnv: z.ZodString;
        scopes: z.ZodArray<z.ZodEnum<{
            "device:config": "device:config";
            "device:control": "device:control";
            "device:manage": "device:manage";
            "device:read": "device:read";
        }>>;
        devices: z.ZodOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    devices: z.ZodRecord<z.ZodString, z.ZodObject<{
        deviceId: z.ZodString;
        relays: z.ZodArray<z.ZodInt>;
        inputs: z.ZodOptional<z.ZodArray<z.ZodInt>>;
        analogInputs: z.ZodOptional<z.ZodArray<z.ZodInt>>;
        sensors: z.ZodOptional<z.ZodArray<z.ZodString>>;
        rs485: z.ZodOptional<z.ZodObject<{
            answered: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
            unanswered: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    requestsPerSecond: z.ZodDefault<z.ZodNumber>;
    patience: z.ZodDefault<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    longestWait: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    shared: z.ZodDefault<z.ZodBoolean>;
    stimuli: z.ZodOptional<z.ZodObject<{
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
    }, z.core.$strict>>;
    management: z.ZodOptional<z.ZodObject<{
        deviceId: z.ZodString;
        name: z.ZodOptional<z.ZodString>;
        profileId: z.ZodString;
        relays: z.ZodOptional<z.ZodArray<z.ZodInt>>;
        passwordEnv: z.ZodString;
    }, z.core.$strict>>;
    waivers: z.ZodDefault<z.ZodArray<z.ZodObject<{
        rule: z.ZodString;
        reason: z.ZodString;
        until: z.ZodString;
    }, z.core.$strict>>>;
}, z.core.$strict>;
export type ProfileFile = z.output<typeof profileSchema>;
