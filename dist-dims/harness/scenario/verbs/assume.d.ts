export declare const assume: import("./verb.js").Verb<unknown>;
