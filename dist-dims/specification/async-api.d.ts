import type { Dialect } from '../dialect/dialect.js';
import { type About } from './info.js';
export declare function asyncApiDocument(dialect: Dialect, about?: About): Record<string, unknown>;
