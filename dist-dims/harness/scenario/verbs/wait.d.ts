export declare const wait: import("./verb.js").Verb<unknown>;
