export declare const connect: import("./verb.js").Verb<unknown>;
