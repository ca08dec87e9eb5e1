// From what a file says of a profile and of one device to the spec of the device.
import { DEFAULT_POWER, DEFAULT_TIMING, } from '../device/device-spec.js';
export function resolveProfile(profile, timing = {}) {
    return {
        relays: repeated(profile.relays),
        digitalInputs: repeated(profile.digitalInputs),
        analogInputs: repeated(profile.analogInputs),
        sensors: profile.sensors,
        ...(profile.rs485 ? { rs485: profile.rs485 } : {}),
        timing: { ...DEFAULT_TIMING, ...timing, ...profile.timing },
        power: { ...DEFAULT_POWER, ...profile.power },
    };
}
/** Devices without overrides share the spec of their profile. */
export function resolveOverrides(profile, overrides) {
    if (!overrides)
        return profile;
    const { relays, digitalInputs, analogInputs, sensors, rs485, timing, power } = overrides;
    return {
        ...profile,
        ...(relays ? { relays: repeated(relays) } : {}),
        ...(digitalInputs ? { digitalInputs: repeated(digitalInputs) } : {}),
        ...(analogInputs ? { analogInputs: repeated(analogInputs) } : {}),
        ...(sensors ? { sensors } : {}),
        ...(rs485 ? { rs485 } : {}),
        timing: { ...profile.timing, ...timing },
        power: { ...profile.power, ...power },
    };
}
function repeated(entries) {
    return entries.flatMap(({ count, ...entry }) => Array.from({ length: count }, () => entry));
}
