import { type Read, type YamlDocument } from '../../../document/yaml-document.js';
import type { FaultOrder } from '../order.js';
import type { FaultPlan } from './fault-plan.js';
import type { KnownNames } from './known-names.js';
/** @param file what problems call the file. @param known the fleet that the plan is for, when there is one. */
export declare function parseFaultPlan(text: string, file: string, known?: KnownNames): Read<FaultPlan>;
/** The orders that a document holds under `faults`. */
export declare function readOrders(document: YamlDocument, count: number, known?: KnownNames): Read<FaultOrder[]>;
