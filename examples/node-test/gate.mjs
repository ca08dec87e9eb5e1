// A small client to test: a gate at relay 2 of a device, with a light barrier at input 3.

/** @param {string} url @param {string} deviceId */
export function createGate(url, deviceId) {
  /** @param {string} path @param {RequestInit} [init] */
  const call = async (path, init) => {
    const reply = await fetch(`${url}/svc/v1${path}`, init);
    const { code, message, data } = await reply.json();
    if (code !== 'SUCCESS') throw new Error(`${code}: ${message}`);
    return data;
  };
  const login = async () => {
    const body = JSON.stringify({ clientId: 'operator', clientSecret: 'demo-operator-secret' });
    const { accessToken } = await call('/auth/token', { method: 'POST', headers: JSON_BODY, body });
    return { ...JSON_BODY, authorization: `Bearer ${accessToken}` };
  };
  return {
    /** Opens it. Without a reply it asks again, with the same key: that is one command. */
    open: async () => {
      const headers = { ...(await login()), 'idempotency-key': crypto.randomUUID() };
      const body = JSON.stringify({ relays: [{ index: 2, action: 'on' }] });
      const send = () => call(`/devices/${deviceId}/relays/commands`, { method: 'POST', headers, body });
      try {
        await send();
      } catch (error) {
        // What fetch throws when no reply came; everything else is an answer.
        if (!(error instanceof TypeError)) throw error;
        await send();
      }
    },
    /** Whether something is in the light barrier. */
    isBlocked: async () => {
      const { device } = await call(`/devices/${deviceId}`, { headers: await login() });
      return Boolean(device.peripherals.digitalInputs[2].active);
    },
  };
}

const JSON_BODY = { 'content-type': 'application/json' };
