import { type EventTopic } from '../contract/topics.js';
import type { Dialect } from '../dialect/dialect.js';
type Part = Readonly<Record<string, unknown>>;
/** By name: a topic, a topic with `.reply`, or a topic with `.refusal`. */
export declare function asyncApiMessages(dialect: Dialect): Record<string, Part>;
/** A server without RS485 hears nothing there either. */
export declare function eventsOf(dialect: Dialect): readonly EventTopic[];
export {};
