import type { InterceptionSlot } from '../interception.js';
import type { Origins } from '../origins.js';
import type { ArrivedHandler, RestHandler } from './message.js';
import type { TrafficLog } from '../traffic-log.js';
export declare function createArrival(origins: Pick<Origins, 'request'>, handle: ArrivedHandler, interception: InterceptionSlot, traffic?: TrafficLog): RestHandler;
