export declare const parallel: import("./verb.js").Verb<unknown>;
