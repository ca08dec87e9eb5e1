// The transport without sockets keeps what every transport promises.
import {
  createInProcessTransport,
  type InProcessServer,
} from '../../../src/harness/target/in-process/create-in-process-transport.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { type Peer, type ServerScript, transportSuite } from '../../suites/transport.js';

const NEVER = new Promise<never>(() => undefined);

transportSuite('in process', (script) => {
  const transport = createInProcessTransport(serverOf(script), createSystemClock(), 0);
  return Promise.resolve({ transport, stop: () => transport.close() });
});

function serverOf(script: ServerScript): InProcessServer {
  return {
    request: async (request) => {
      const answer = await script.http(request);
      if (answer === 'silence') return NEVER;
      return answer === 'break' ? 'break' : { headers: {}, ...answer };
    },
    upgrade: (path, { send, close }) => {
      const answer = script.upgrade(path);
      if (answer === 'silence') return NEVER;
      if (answer !== 'open') return { kind: 'refused', status: answer, body: '' };
      const peer: Peer = { send, close, drop: () => close(1006, '') };
      script.opened?.(peer);
      return {
        kind: 'open',
        receive: (text) => script.frame?.(peer, text),
        ended: (code) => script.closed?.(code),
      };
    },
  };
}
