export declare const frozenSensor: import("../fault.js").FaultType;
