export declare const awaitEvent: import("./verb.js").Verb<unknown>;
