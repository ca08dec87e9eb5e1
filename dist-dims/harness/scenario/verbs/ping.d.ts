export declare const ping: import("./verb.js").Verb<unknown>;
