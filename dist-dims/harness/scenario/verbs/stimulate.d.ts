export declare const stimulate: import("./verb.js").Verb<unknown>;
