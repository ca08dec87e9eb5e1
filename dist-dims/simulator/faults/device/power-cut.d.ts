export declare const powerCut: import("../fault.js").FaultType;
