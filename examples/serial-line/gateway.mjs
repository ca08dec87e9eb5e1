// Ties the RS485 port of a simulated device to a serial port: what the device puts on its line is written to the port,
// and what the port hears is put on the line of the device. `node gateway.mjs PORT DEVICE READY-FILE`
import { readFileSync } from 'node:fs';
import { InterByteTimeoutParser, SerialPort } from 'serialport';

const [path, deviceId, readyFile] = process.argv.slice(2);
const { control, token } = JSON.parse(readFileSync(readyFile, 'utf8'));
const headers = { authorization: `Bearer ${token}` };

const port = new SerialPort({ path, baudRate: 115200 });
// A frame has ended when nothing came for 2 ms.
const frames = port.pipe(new InterByteTimeoutParser({ interval: 2 }));
frames.on('data', (frame) => void inject(frame.toString('hex')));

async function inject(data) {
  const reply = await fetch(`${control}/devices/${deviceId}/stimuli`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'inject-rs485', data }),
  });
  if (!reply.ok) process.stderr.write(`${data} was not taken: ${await reply.text()}\n`);
}

const journal = await fetch(`${control}/journal/follow?kind=physical&device=${deviceId}`, { headers });
process.stdout.write(`The line of ${deviceId} is at ${path}.\n`);
let text = '';
for await (const piece of journal.body.pipeThrough(new TextDecoderStream())) {
  const events = (text + piece).split('\n\n');
  text = events.pop() ?? '';
  for (const event of events) {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    const operation = data && JSON.parse(data).detail?.operation;
    if (operation?.name === 'device.rs485.transceive') port.write(Buffer.from(operation.params.data, 'hex'));
  }
}
