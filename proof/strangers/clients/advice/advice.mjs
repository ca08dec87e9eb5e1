// The client that `conform explain` shows in parts, in Node: it switches relays on a schedule and for inputs.
import { createClient } from '../../../../fixtures/clients/client.mjs';
import { connect, devices, exchange, pair, rest } from '../plain.mjs';

const onEvent = ({ deviceId, changes = [], peripherals }) => {
  for (const { kind, index } of changes) {
    const input = peripherals?.digitalInputs?.find((each) => each.index === index);
    if (kind === 'digitalInput' && input?.active && devices.includes(deviceId))
      void client.setRelays(deviceId, { 1: 'jog', 2: 'on' });
  }
};
const client = createClient({ ...pair, exchange, connect, devices, onEvent });
void client.stayConnected();

/** The devices take turns, each to on and, the next time, to off. */
for (let turn = 0; ; turn++) {
  const device = devices[turn % devices.length];
  const action = Math.floor(turn / devices.length) % 2 === 0 ? 'on' : 'off';
  await client.setRelays(device, { 1: action, 2: action });
  await rest(6000);
  await client.refresh(device);
  await rest(3000);
}
