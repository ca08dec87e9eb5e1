import { type Read, type YamlDocument } from '../../../document/yaml-document.js';
import { type FaultOrder } from '../order.js';
import { type KnownNames } from './known-names.js';
/** @param document holds one order. @param known names of the fleet; unknown ones are problems then. */
export declare function readOrder(document: YamlDocument, known?: KnownNames): Read<FaultOrder>;
/** The same for plain data. It has no lines and columns, so only the messages of the problems are useful. */
export declare function readFaultOrder(written: unknown, known?: KnownNames): Read<FaultOrder>;
