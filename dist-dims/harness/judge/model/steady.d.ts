export declare const isSteady: (deviceId: string, view: import("../trace-view.js").TraceView) => boolean;
