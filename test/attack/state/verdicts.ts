// What must hold after an attack on a service that keeps its state: of what was acknowledged, and of what devices have done.
import { type Ask, type Book, finalOf } from './clients.js';

/** Acknowledged commands that are not there any more, or are not as they were acknowledged. */
export async function changed(ask: Ask, { finals }: Book): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const { request, final } of finals) {
    const reply = await ask('GET', `/svc/v1/commands/${final.commandId}`);
    const now = reply?.body.data?.command;
    if (!now || finalOf(now).text !== final.text)
      wrong.push({ request, final, now: now ?? reply?.body.code });
  }
  return wrong;
}

/** Operations that were carried out twice, or never although they have succeeded. */
export function carriedOutWrong(
  { finals }: Book,
  acts: readonly { readonly deviceId: string; readonly operation: string }[],
): unknown[] {
  const times = new Map<string, number>();
  for (const { deviceId, operation } of acts)
    times.set(`${deviceId} ${operation}`, (times.get(`${deviceId} ${operation}`) ?? 0) + 1);
  const relays = (key: string): boolean => key.includes('device.relay.set');
  const twice = [...times].filter(([key, count]) => !relays(key) && count > 1);
  const never = finals.filter(
    ({ request, final }) =>
      request.act !== undefined &&
      final.status === 'SUCCEEDED' &&
      !times.has(`${request.deviceId} ${request.act}`),
  );
  // Changes of relays look alike: all together must not be more than there were commands.
  const asked = finals.filter(({ request }) => request.act === undefined).length;
  const done = acts.filter(({ operation }) => relays(operation)).length;
  return [...twice, ...never, ...(done > asked ? [{ asked, done }] : [])];
}

/** Relays and jog durations that no order of the acknowledged commands can have led to. */
export async function unlike(ask: Ask, { finals }: Book): Promise<unknown[]> {
  const possible = new Map<string, Set<unknown>>();
  const inOrder = finals.toSorted(
    (a, b) => Date.parse(a.final.completedAt) - Date.parse(b.final.completedAt),
  );
  for (const { request, final } of inOrder) {
    const { durationMs, relays } = request.body as { durationMs?: number; relays?: { action: string }[] };
    const value = durationMs ?? relays?.[0]?.action;
    if (value === undefined || final.status === 'FAILED') continue;
    const key = `${request.deviceId} ${durationMs === undefined ? 'relay' : 'jog'}`;
    // What timed out may have taken place.
    const before = final.status === 'TIMEOUT' ? [...(possible.get(key) ?? [undefined])] : [];
    possible.set(key, new Set([...before, value]));
  }
  const wrong: unknown[] = [];
  for (const [key, values] of possible) {
    const [deviceId, what] = key.split(' ');
    const now = what === 'jog' ? await jogOf(ask, deviceId ?? '') : await relayOf(ask, deviceId ?? '');
    if (!values.has(now) && !values.has(undefined)) wrong.push({ key, now, expected: [...values] });
  }
  return wrong;
}

async function jogOf(ask: Ask, deviceId: string): Promise<unknown> {
  const reply = await ask('GET', `/svc/v1/devices/${deviceId}/config`);
  const data = reply?.body.data as { config?: { relays: { jogDurationMs: number }[] } } | undefined;
  return data?.config?.relays[1]?.jogDurationMs;
}

async function relayOf(ask: Ask, deviceId: string): Promise<unknown> {
  const reply = await ask('GET', `/svc/v1/devices/${deviceId}`);
  const data = reply?.body.data as { device?: { peripherals: { relays: { on: boolean }[] } } } | undefined;
  const on = data?.device?.peripherals.relays[2]?.on;
  return on === undefined ? reply?.body : on ? 'on' : 'off';
}
