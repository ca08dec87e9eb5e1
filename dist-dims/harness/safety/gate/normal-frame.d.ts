import type { Dialect } from '../../../dialect/dialect.js';
import type { Effect } from './effect.js';
/** Undefined when the frame is not in that form. */
export declare function readNormalFrame(dialect: Dialect, text: string): readonly Effect[] | undefined;
/** The path of an upgrade, with a ticket or without one. */
export declare function isUpgrade(path: string): boolean;
