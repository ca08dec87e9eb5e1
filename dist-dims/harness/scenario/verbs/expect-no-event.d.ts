export declare const expectNoEvent: import("./verb.js").Verb<unknown>;
