export declare const readConfig: import("./verb.js").Verb<unknown>;
