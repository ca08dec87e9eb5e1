import { z } from 'zod';
/** Body of the token request. */
export declare const credentials: z.ZodObject<{
    clientId: z.ZodString;
    clientSecret: z.ZodString;
}, z.core.$strip>;
export type Credentials = z.infer<typeof credentials>;
/** `data` of the token response; `expiresIn` in seconds (the interface names no unit). */
export declare const accessToken: z.ZodObject<{
    accessToken: z.ZodString;
    tokenType: z.ZodLiteral<"Bearer">;
    expiresIn: z.ZodNumber;
    clientId: z.ZodString;
    scopes: z.ZodArray<z.ZodEnum<{
        "device:config": "device:config";
        "device:control": "device:control";
        "device:manage": "device:manage";
        "device:read": "device:read";
    }>>;
}, z.core.$strip>;
export type AccessToken = z.infer<typeof accessToken>;
/** `data` of the ticket response; `expiresIn` in seconds. */
export declare const ticket: z.ZodObject<{
    ticket: z.ZodString;
    expiresIn: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
export type Ticket = z.infer<typeof ticket>;
