export declare const reconnect: import("./verb.js").Verb<unknown>;
