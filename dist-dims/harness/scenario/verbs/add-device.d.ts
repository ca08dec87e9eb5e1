export declare const addDevice: import("./verb.js").Verb<unknown>;
