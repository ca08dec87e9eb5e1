export declare const commandRoutes: import("../route.js").ControlRoute[];
