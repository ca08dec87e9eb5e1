import { z } from 'zod';
export declare const limits: z.ZodObject<{
    accessTokenLifetime: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    ticketLifetime: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    commandRetention: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    maxCommands: z.ZodExactOptional<z.ZodInt>;
    refreshInterval: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    asynchronousCommands: z.ZodExactOptional<z.ZodBoolean>;
    quotas: z.ZodExactOptional<z.ZodRecord<z.ZodEnum<{
        connect: "connect";
        control: "control";
        manage: "manage";
        message: "message";
        query: "query";
        refresh: "refresh";
        ticket: "ticket";
        token: "token";
    }> & z.core.$partial, z.ZodObject<{
        limit: z.ZodInt;
        window: z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>;
    }, z.core.$strict>>>;
    maxBodyBytes: z.ZodExactOptional<z.ZodInt>;
    maxMessageBytes: z.ZodExactOptional<z.ZodInt>;
    heartbeatTimeout: z.ZodExactOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    maxConnections: z.ZodExactOptional<z.ZodInt>;
    maxConnectionsPerClient: z.ZodExactOptional<z.ZodInt>;
    maxInFlight: z.ZodExactOptional<z.ZodInt>;
    maxBacklogBytes: z.ZodExactOptional<z.ZodInt>;
}, z.core.$strict>;
