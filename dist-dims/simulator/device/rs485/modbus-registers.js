// The registers of a Modbus peripheral: holding registers that a master writes, input registers that it reads.
import { createSignal } from '../signals/registry.js';
export function createModbusRegisters(spec, source) {
    const holding = new Map(spec.holding);
    const inputs = new Map([...spec.input].map(([address, register]) => [address, reader(address, register, source)]));
    return {
        holding: (address) => holding.get(address),
        input: (address, now) => inputs.get(address)?.(now),
        write: (address, value) => {
            if (!holding.has(address))
                return false;
            holding.set(address, value);
            return true;
        },
    };
}
function reader(address, register, source) {
    if (typeof register === 'number')
        return () => register;
    const { seed, origin } = source;
    const signal = createSignal(register, { seed, label: `${source.label}/input-${address}` });
    return (now) => Math.min(0xffff, Math.max(0, Math.round(signal(Math.max(0, now - origin)))));
}
