// The checksum of Modbus RTU: CRC-16 with polynomial 0xA001, low byte first on the line.
export function crc16(bytes) {
    let crc = 0xffff;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
    }
    return crc;
}
/** The bytes with their checksum. */
export function withCrc(bytes) {
    const crc = crc16(bytes);
    return Uint8Array.from([...bytes, crc & 0xff, crc >>> 8]);
}
/** The bytes without their checksum; undefined when it is wrong, or there is none. */
export function checkedBody(frame) {
    if (frame.length < 4)
        return undefined;
    const body = frame.subarray(0, -2);
    const crc = crc16(body);
    return frame.at(-2) === (crc & 0xff) && frame.at(-1) === crc >>> 8 ? body : undefined;
}
