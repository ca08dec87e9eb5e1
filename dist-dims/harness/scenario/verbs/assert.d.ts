export declare const assert: import("./verb.js").Verb<unknown>;
