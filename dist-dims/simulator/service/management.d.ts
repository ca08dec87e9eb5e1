import type { ServiceParts } from './service-parts.js';
import type { Service } from './service.js';
type Management = Pick<Service, 'usualProfile' | 'addDevice' | 'removeDevice' | 'changePassword'>;
export declare function createManagement({ devices, ports }: ServiceParts, spend: Service['spend']): Management;
export {};
