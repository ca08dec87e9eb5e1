import type { EndpointName } from '../contract/endpoints.js';
import type { OperationName } from '../contract/operations.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { EventTopic } from '../contract/topics.js';
/** What the interface itself spells, so that no dialect has a shape for it. */
export declare const FIXED_SHAPES: {
    readonly credentials: import("zod").ZodObject<{
        clientId: import("zod").ZodString;
        clientSecret: import("zod").ZodString;
    }, import("zod/v4/core").$strip>;
    readonly accessToken: import("zod").ZodObject<{
        accessToken: import("zod").ZodString;
        tokenType: import("zod").ZodLiteral<"Bearer">;
        expiresIn: import("zod").ZodNumber;
        clientId: import("zod").ZodString;
        scopes: import("zod").ZodArray<import("zod").ZodEnum<{
            "device:config": "device:config";
            "device:control": "device:control";
            "device:manage": "device:manage";
            "device:read": "device:read";
        }>>;
    }, import("zod/v4/core").$strip>;
};
export type PayloadName = ShapeName | keyof typeof FIXED_SHAPES;
/** What endpoints that create a command take is told by the contract. */
export declare const REQUEST_BODIES: Partial<Record<EndpointName, PayloadName>>;
/** Endpoints that create a command answer with it; what is not named answers with nothing in particular. */
export declare const REPLY_DATA: Partial<Record<EndpointName, PayloadName>>;
export declare const EVENT_DATA: Readonly<Record<EventTopic, ShapeName>>;
/** The component that describes a command of this operation. */
export declare function commandName(operation: OperationName): string;
