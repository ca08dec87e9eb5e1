export declare const driftingSensor: import("../fault.js").FaultType;
