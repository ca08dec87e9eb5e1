export declare const http: import("./verb.js").Verb<unknown>;
