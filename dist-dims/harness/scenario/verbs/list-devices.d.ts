export declare const listDevices: import("./verb.js").Verb<unknown>;
