// A transport that lets everything through: for tests of the driver, which are not about what may be sent.
import type { GatedTransport } from '../../../src/harness/target/gated-transport.js';
import type { Transport } from '../../../src/harness/target/transport.js';

export function ungated(transport: Transport): GatedTransport {
  return Object.assign({ admit: () => undefined }, transport) as unknown as GatedTransport;
}
