export declare const expectEvent: import("./verb.js").Verb<unknown>;
