export declare const clockRoutes: import("../route.js").ControlRoute[];
