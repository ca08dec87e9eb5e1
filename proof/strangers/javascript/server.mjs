// Entry point: reads the command line and starts the service.
import { createServer } from 'node:http';
import { DEFECTS, ODDITIES, defects, oddities } from './switches.mjs';
import { world, setSeed, buildWorld } from './world.mjs';
import { Refusal } from './commands.mjs';
import { handleRequest, handleClientError, rawAnswer } from './rest.mjs';
import { handleUpgrade, close } from './socket.mjs';
import { controlServer } from './control.mjs';

const options = { port: 0, host: '127.0.0.1', seed: 1, controlPort: 0 };

function fail(text) {
  console.error(text);
  process.exit(2);
}

function readArguments(list) {
  while (list.length) {
    const name = list.shift();
    if (name === '--list-defects' || name === '--list-oddities') {
      console.log([...(name === '--list-defects' ? DEFECTS : ODDITIES)].join('\n'));
      process.exit(0);
    }
    const value = list.shift();
    if (value === undefined) fail(`missing value after ${name}`);
    const number = Number(value);
    if (name === '--host') options.host = value;
    else if (name === '--defect') DEFECTS.has(value) ? defects.add(value) : fail(`unknown defect ${value}`);
    else if (name === '--oddity') ODDITIES.has(value) ? oddities.add(value) : fail(`unknown oddity ${value}`);
    else if (!Number.isFinite(number) || number < 0) fail(`bad option ${name} ${value}`);
    else if (name === '--port') options.port = number;
    else if (name === '--control-port') options.controlPort = number;
    else if (name === '--seed') options.seed = number;
    else if (name === '--token-lifetime') world.tokenLifetime = number;
    else fail(`unknown option ${name}`);
  }
}

readArguments(process.argv.slice(2));
setSeed(options.seed);
buildWorld();

const service = createServer({ requireHostHeader: false, maxHeaderSize: 32768, keepAliveTimeout: 30000 }, handleRequest);
service.on('checkExpectation', handleRequest);
service.on('upgrade', handleUpgrade);
service.on('clientError', handleClientError);
service.on('connect', (req, socket) => rawAnswer(socket, new Refusal(404, 'NO_SUCH_ROUTE', 'No such route.')));

function stop() {
  for (const sock of [...world.sockets]) close(sock, 1001);
  service.close();
  controlServer.close();
  setTimeout(() => process.exit(0), 30);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

service.listen(options.port, options.host, () => {
  controlServer.listen(options.controlPort, options.host, () => {
    const host = options.host.includes(':') ? `[${options.host}]` : options.host;
    const { port } = service.address();
    console.log(JSON.stringify({
      url: `http://${host}:${port}`, ws_url: `ws://${host}:${port}`, control_url: `http://${host}:${controlServer.address().port}`,
    }));
  });
});
