// Says bytes at a serial port and ends: a command for the stimulus `inject-rs485`. `node say.mjs PORT HEX`
import { closeSync, constants, openSync, writeSync } from 'node:fs';

const [path, data] = process.argv.slice(2);
const port = openSync(path, constants.O_WRONLY | constants.O_NOCTTY);
writeSync(port, Buffer.from(data, 'hex'));
closeSync(port);
