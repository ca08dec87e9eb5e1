// The numbers of a simulator: what its fleet file sets, and the defaults for the rest.
import type { LimitsSpec } from './fleet/fleet-spec.js';
import { DEFAULT_SETTINGS, type ServiceSettings } from './service/settings.js';
import { DEFAULT_TRANSPORT_SETTINGS, type TransportSettings } from './transport/server-parts.js';

export type SimulatorSettings = ServiceSettings & TransportSettings;

export function settingsOf(limits: LimitsSpec): SimulatorSettings {
  return {
    ...DEFAULT_SETTINGS,
    ...DEFAULT_TRANSPORT_SETTINGS,
    ...limits,
    quotas: { ...DEFAULT_SETTINGS.quotas, ...limits.quotas },
  };
}
