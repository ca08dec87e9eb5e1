import type { ServiceParts } from './service-parts.js';
import type { Service } from './service.js';
export declare function createService(parts: ServiceParts): Service;
