import type { Dialect } from '../../../dialect/dialect.js';
import type { Interception } from '../../transport/interception.js';
import type { FaultInstance } from './instance.js';
export declare function createMessageEdge(dialect: Dialect, active: readonly FaultInstance[]): Interception['message'];
