export declare const foreignTraffic: import("../fault.js").FaultType;
