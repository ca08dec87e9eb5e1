export declare const createToken: import("./verb.js").Verb<unknown>;
