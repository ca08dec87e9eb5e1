export declare const disconnect: import("./verb.js").Verb<unknown>;
