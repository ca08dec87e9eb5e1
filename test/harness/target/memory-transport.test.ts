// The transport that tests of the driver stand on keeps what every transport promises.
import { transportSuite } from '../../suites/transport.js';
import { createMemoryTransport } from './memory-transport.js';

transportSuite('in memory', (script) => {
  const transport = createMemoryTransport(script);
  return Promise.resolve({ transport, stop: () => transport.close() });
});
