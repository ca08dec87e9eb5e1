export const BOOT_STATES = ['off', 'on', 'last'];
export const DEFAULT_TIMING = {
    refresh: 400,
    control: 250,
    config: 150,
    jitter: 0,
    answerTimeout: 5000,
    transceiveTimeout: 1000,
};
export const DEFAULT_POWER = { holdUp: 200, boot: 3000 };
export const DEFAULT_RELAY = { jogDuration: 500, bootState: 'off' };
export const DEFAULT_DIGITAL_INPUT = { active: false, debounce: 20 };
/** Something on the device's bus speaks without being asked. */
export function isChatty({ rs485 }) {
    return rs485?.peripherals.some(({ kind }) => kind === 'chatty') ?? false;
}
/** Something happens at the device though nobody touches it, and there is an event about it. */
export function actsByItself(device) {
    return isChatty(device) || device.digitalInputs.some(({ pattern }) => pattern !== undefined);
}
