import { type EndpointName } from '../contract/endpoints.js';
import type { Dialect } from '../dialect/dialect.js';
type Part = Readonly<Record<string, unknown>>;
export declare function openApiOperation(name: EndpointName, dialect: Dialect): Part;
export {};
