export declare const faultRoutes: import("../route.js").ControlRoute[];
