export declare const refresh: import("./verb.js").Verb<unknown>;
