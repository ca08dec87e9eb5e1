export declare const removeDevice: import("./verb.js").Verb<unknown>;
