export declare const responseLost: import("../fault.js").FaultType;
