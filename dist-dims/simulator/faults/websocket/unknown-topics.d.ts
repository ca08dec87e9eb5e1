export declare const unknownTopics: import("../fault.js").FaultType;
