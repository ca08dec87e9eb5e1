import { DEFAULT_SETTINGS } from './service/settings.js';
import { DEFAULT_TRANSPORT_SETTINGS } from './transport/settings.js';
export function settingsOf(limits) {
    return {
        ...DEFAULT_SETTINGS,
        ...DEFAULT_TRANSPORT_SETTINGS,
        ...limits,
        quotas: { ...DEFAULT_SETTINGS.quotas, ...limits.quotas },
    };
}
