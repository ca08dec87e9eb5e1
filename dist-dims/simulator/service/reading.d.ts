import type { ServiceParts } from './service-parts.js';
import { type ServiceResult } from './outcome.js';
import type { Service } from './service.js';
type Reading = Pick<Service, 'listDevices' | 'refresh' | 'readConfig' | 'listProfiles' | 'readCommand'>;
export declare function createReading({ ports, devices }: ServiceParts, spend: Service['spend']): Reading;
export declare function noDevice(): ServiceResult<never>;
export declare function offline(): ServiceResult<never>;
export declare function busy(): ServiceResult<never>;
export {};
