export declare const changePassword: import("./verb.js").Verb<unknown>;
