export declare const listProfiles: import("./verb.js").Verb<unknown>;
