export declare const duplicateEvents: import("../fault.js").FaultType;
