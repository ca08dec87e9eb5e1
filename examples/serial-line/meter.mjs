// A Modbus RTU server at a serial port: unit 1 with two registers. `node meter.mjs PORT`
import ModbusRTU from 'modbus-serial';

const REGISTERS = [230, 500];
const [path] = process.argv.slice(2);

const registers = {
  getHoldingRegister: (address) => REGISTERS[address] ?? illegalAddress(),
  getMultipleHoldingRegisters: (address, count) =>
    address + count <= REGISTERS.length ? REGISTERS.slice(address, address + count) : illegalAddress(),
};

function illegalAddress() {
  throw Object.assign(new Error('there is no such register'), { modbusErrorCode: 2 });
}

// Without a lock on the port: `say.mjs` speaks there, too, as a second station on a bus of two wires.
const server = new ModbusRTU.ServerSerial(
  registers,
  { path, baudRate: 115200, unitID: 1, interval: 5 },
  { lock: false },
);
server.on('initialized', () => process.stdout.write(`The meter is at ${path}.\n`));
