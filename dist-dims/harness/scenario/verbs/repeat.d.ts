export declare const repeat: import("./verb.js").Verb<unknown>;
