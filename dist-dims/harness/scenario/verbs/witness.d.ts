export declare const witness: import("./verb.js").Verb<unknown>;
