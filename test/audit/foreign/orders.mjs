// The orders of the audit as calls, for clients that are written for the test: what an adapter to a client looks like.
import { createInterface } from 'node:readline';

const tell = (act, error) => process.stderr.write(`${act}: ${error.message}\n`);

/** @param client has setRelays, refresh and transceive; what it does not have, it does not do. */
export function obey(client) {
  const follows = [];
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { do: act, ...order } = JSON.parse(line);
    if (act === 'listen') follows.push(order);
    else if (act === 'stop') process.exit(0);
    else client[act]?.(order).catch((error) => tell(act, error));
  });
  return {
    /** A relay follows an input, as `listen` orders. */
    onEvent: ({ topic, data }) => {
      if (topic !== 'device.state.changed') return;
      for (const { deviceId, input, relay } of follows) {
        const isMeant = data.changes.some(({ kind, index }) => kind === 'digitalInput' && index === input);
        if (deviceId !== data.deviceId || !isMeant) continue;
        const { active } = data.peripherals.digitalInputs.find(({ index }) => index === input);
        const relays = [{ index: relay, action: active ? 'on' : 'off' }];
        client.setRelays({ deviceId, relays }).catch((error) => tell('follow', error));
      }
    },
  };
}

/** A token that is fetched when there is none, or when the last one has run out. */
export function tokens(fetchToken) {
  let token;
  let endsAt = 0;
  return async () => {
    if (Date.now() < endsAt - 1000) return token;
    const data = await fetchToken({
      clientId: process.env.CONFORM_CLIENT_ID,
      clientSecret: process.env.CONFORM_CLIENT_SECRET,
    });
    token = data.accessToken;
    endsAt = Date.now() + data.expiresIn * 1000;
    return token;
  };
}
