export declare const frame: import("./verb.js").Verb<unknown>;
