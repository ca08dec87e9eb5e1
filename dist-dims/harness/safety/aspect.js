import { formatDuration } from '../../kernel/duration.js';
const relayKey = (index) => `relay ${index}`;
const jogKey = (index) => `the jog duration of relay ${index}`;
const BAUD_RATE = 'the baud rate';
const indexIn = (key) => Number(key.slice(key.lastIndexOf(' ') + 1));
export const RELAYS = {
    name: 'relays',
    scope: 'device:control',
    read: (deviceId) => ({ name: 'refresh', deviceId }),
    valuesIn: (data) => new Map(data.peripherals.relays.map(({ index, on }) => [relayKey(index), on])),
    operations: (values) => {
        const relays = [...values].map(([key, on]) => ({
            index: indexIn(key),
            action: on ? 'on' : 'off',
        }));
        return relays.length === 0 ? [] : [{ name: 'device.relay.set', params: { relays } }];
    },
    words: (_, on) => (on ? 'on' : 'off'),
};
export const CONFIGURATION = {
    name: 'configuration',
    scope: 'device:config',
    read: (deviceId) => ({ name: 'readConfig', deviceId }),
    valuesIn: (data) => {
        const { relays, baudRate } = data;
        const jogs = relays.map(({ index, jogDuration }) => [jogKey(index), jogDuration]);
        return new Map([...jogs, [BAUD_RATE, baudRate]]);
    },
    operations: (values) => [...values].map(([key, value]) => {
        const number = Number(value);
        if (key === BAUD_RATE)
            return { name: 'device.rs485.baudRate.set', params: { baudRate: number } };
        return { name: 'device.relay.jogConfig.set', params: { index: indexIn(key), duration: number } };
    }),
    words: (key, value) => (key === BAUD_RATE ? String(value) : formatDuration(Number(value))),
};
/** What the effects change of one device, each aspect once. `listed` are its relays that may be switched. */
export function touchesOf(effects, listed) {
    const relays = new Set();
    const jogs = new Set();
    const settings = new Set();
    for (const effect of effects) {
        const unclear = effect.kind === 'malformed';
        const each = 'relay' in effect && typeof effect.relay === 'number' ? [effect.relay] : listed;
        const kind = unclear ? effect.of : effect.kind;
        if (kind === 'switch')
            for (const relay of each)
                relays.add(relay);
        if (kind === 'switch' && (unclear || ('jog' in effect && effect.jog)))
            for (const relay of each)
                jogs.add(relay);
        if (kind === 'jogDuration')
            for (const relay of each)
                settings.add(jogKey(relay));
        if (kind === 'baudRate')
            settings.add(BAUD_RATE);
    }
    return [
        ...(relays.size > 0 ? [{ aspect: RELAYS, keys: [...relays].map(relayKey), jogs: [...jogs] }] : []),
        ...(settings.size > 0 ? [{ aspect: CONFIGURATION, keys: [...settings], jogs: [] }] : []),
    ];
}
/** Something other than a request may switch all of these. */
export function touchOfRelays(relays) {
    return { aspect: RELAYS, keys: relays.map(relayKey), jogs: [] };
}
/** The longest jog of the relays, by their configuration. */
export function longestJog(values, relays) {
    return Math.max(0, ...[...relays].map((index) => Number(values.get(jogKey(index)) ?? 0)));
}
