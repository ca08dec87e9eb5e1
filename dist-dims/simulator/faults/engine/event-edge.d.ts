import type { Interception } from '../../transport/interception.js';
import type { Handles } from './handles.js';
import type { FaultInstance } from './instance.js';
export declare function createEventEdge(active: readonly FaultInstance[], handles: Pick<Handles, 'of'>): Pick<Interception, 'event' | 'frame'>;
