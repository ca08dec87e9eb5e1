export declare const pollUntil: import("./verb.js").Verb<unknown>;
