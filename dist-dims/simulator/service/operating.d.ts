import type { ServiceParts } from './service-parts.js';
import type { Service } from './service.js';
export declare function createOperating({ ports, devices, settings }: ServiceParts): Pick<Service, 'operate'>;
