import type { Interception } from '../../transport/interception.js';
import type { ConnectionHandle } from './connection-handle.js';
import type { FaultInstance } from './instance.js';
export declare function createAccessEdge(active: readonly FaultInstance[], take: (opened: Parameters<Interception['opened']>[0]) => ConnectionHandle): Pick<Interception, 'takesTicketOf' | 'connecting' | 'opened'>;
