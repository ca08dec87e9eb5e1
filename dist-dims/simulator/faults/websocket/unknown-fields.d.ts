export declare const unknownFields: import("../fault.js").FaultType;
