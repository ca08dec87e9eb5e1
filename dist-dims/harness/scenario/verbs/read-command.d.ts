export declare const readCommand: import("./verb.js").Verb<unknown>;
