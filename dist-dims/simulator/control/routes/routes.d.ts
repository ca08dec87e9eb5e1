import { type ControlRoute } from '../route.js';
export declare const CONTROL_ROUTES: readonly ControlRoute[];
