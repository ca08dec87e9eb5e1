import { type ActDriver } from '../../profile/stimuli/act.js';
import type { ControlAccess } from '../../profile/stimuli/declaration.js';
import { type HttpWay } from './http.js';
export declare function controlDriver({ url, token }: ControlAccess, way: HttpWay): ActDriver;
