import type { Dialect } from '../dialect/dialect.js';
import { type About } from './info.js';
export declare function openApiDocument(dialect: Dialect, about?: About): Record<string, unknown>;
