import type { Access } from '../../service/access.js';
import type { Interception } from '../../transport/interception.js';
import type { FaultInstance } from './instance.js';
export declare function createRestEdge(active: readonly FaultInstance[], access: () => Pick<Access, 'authenticate'>): Pick<Interception, 'rest' | 'leaving'>;
