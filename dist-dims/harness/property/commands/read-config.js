// Reads the configuration of a device.
import fc from 'fast-check';
export function readConfig({ devices, clients }) {
    const asked = clients.map(({ name }) => (name === 'first' ? {} : { client: name }));
    return devices.map(({ name }) => fc.constantFrom(...asked).map((client) => ({ step: { readConfig: name, ...client }, creates: false })));
}
