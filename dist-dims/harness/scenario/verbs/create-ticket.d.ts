export declare const createTicket: import("./verb.js").Verb<unknown>;
