import type { Complaint } from '../document/complaint.js';
import type { Io } from './io.js';
export declare function complain(io: Io, complaints: readonly Complaint[]): void;
