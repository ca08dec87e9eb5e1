import type { LimitsSpec } from './fleet/fleet-spec.js';
import { type ServiceSettings } from './service/settings.js';
import { type TransportSettings } from './transport/settings.js';
export type SimulatorSettings = ServiceSettings & TransportSettings;
export declare function settingsOf(limits: LimitsSpec): SimulatorSettings;
