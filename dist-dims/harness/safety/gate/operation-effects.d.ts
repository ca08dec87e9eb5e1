import { type Operation } from '../../../contract/operations.js';
import type { Effect } from './effect.js';
export declare function operationEffects(deviceId: string, operation: Operation): readonly Effect[];
