// A Modbus RTU server: functions 03, 04, 06 and 16 on its registers, and 08 for its counters.
import { withCrc } from './crc16.js';
import { createDiagnostics } from './modbus-diagnostics.js';
import { createModbusRegisters } from './modbus-registers.js';
const READ_HOLDING = 0x03;
const READ_INPUT = 0x04;
const WRITE_ONE = 0x06;
const DIAGNOSTICS = 0x08;
const WRITE_MANY = 0x10;
const ILLEGAL_FUNCTION = 1;
const ILLEGAL_ADDRESS = 2;
const ILLEGAL_VALUE = 3;
const MOST_READ = 125;
const MOST_WRITTEN = 123;
/** To this address every server listens, and none answers. */
const BROADCAST = 0;
export function createModbusRtu(spec, source) {
    const registers = createModbusRegisters(spec, source);
    const diagnostics = createDiagnostics();
    return {
        baudRate: spec.baudRate,
        answer: (frame, now) => {
            const body = diagnostics.receive(frame);
            const [address, code] = [body?.[0], body?.[1]];
            if (!body || code === undefined || (address !== spec.address && address !== BROADCAST))
                return undefined;
            diagnostics.addressed();
            const response = respond(code, body.subarray(2), registers, diagnostics, now);
            if ('exception' in response)
                diagnostics.excepted();
            if (address === BROADCAST) {
                diagnostics.unanswered();
                return undefined;
            }
            const bytes = 'exception' in response
                ? [spec.address, code | 0x80, response.exception]
                : [spec.address, code, ...response];
            return { bytes: withCrc(bytes), delay: spec.delay };
        },
    };
}
function respond(code, data, registers, diagnostics, now) {
    switch (code) {
        case READ_HOLDING:
            return read(data, (address) => registers.holding(address));
        case READ_INPUT:
            return read(data, (address) => registers.input(address, now));
        case WRITE_ONE:
            return writeOne(data, registers);
        case WRITE_MANY:
            return writeMany(data, registers);
        case DIAGNOSTICS:
            return data.length < 4
                ? { exception: ILLEGAL_VALUE }
                : (diagnostics.query(data) ?? { exception: ILLEGAL_FUNCTION });
        default:
            return { exception: ILLEGAL_FUNCTION };
    }
}
function read(data, register) {
    const count = word(data, 2);
    if (data.length !== 4 || count < 1 || count > MOST_READ)
        return { exception: ILLEGAL_VALUE };
    const values = Array.from({ length: count }, (_, at) => register(word(data, 0) + at));
    if (values.includes(undefined))
        return { exception: ILLEGAL_ADDRESS };
    return [count * 2, ...values.flatMap((value = 0) => [value >>> 8, value & 0xff])];
}
function writeOne(data, registers) {
    if (data.length !== 4)
        return { exception: ILLEGAL_VALUE };
    return registers.write(word(data, 0), word(data, 2)) ? [...data] : { exception: ILLEGAL_ADDRESS };
}
function writeMany(data, registers) {
    const first = word(data, 0);
    const count = word(data, 2);
    const fits = count >= 1 && count <= MOST_WRITTEN && data[4] === count * 2 && data.length === 5 + count * 2;
    if (!fits)
        return { exception: ILLEGAL_VALUE };
    const places = Array.from({ length: count }, (_, at) => at);
    // All or nothing: a request that runs over the end changes no register.
    if (places.some((at) => registers.holding(first + at) === undefined))
        return { exception: ILLEGAL_ADDRESS };
    for (const at of places)
        registers.write(first + at, word(data, 5 + at * 2));
    return [...data.subarray(0, 4)];
}
function word(data, at) {
    return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
}
