export declare const reorderEvents: import("../fault.js").FaultType;
