// Completes a draft by acting, safest first: settings, then relays. What is tried is what a refusal names and what reads
// have shown; what is kept has done what it should, and nothing else.
import type { ShapeName } from '../../contract/schemas/shapes.js';
import type { DeviceProfileEntry } from '../../harness/profile/profile.js';
import type { NamedPlace } from '../../probe/draft/named-places.js';
import { type ActingOptions, createActing, type Refusable, type ActSession } from './acting.js';
import { completeEvents, completeExecute } from './complete-frames.js';
import { completeRelays } from './complete-relays.js';
import { completeBaudRate, completeJogs } from './complete-settings.js';
import {
  type Completing,
  configRead,
  firstIndex,
  devicePath,
  safeRelay,
  showsRelays,
  stateIn,
} from './completing.js';

export interface Completed {
  /** Lines that are proven now, and were not before. */
  readonly proven: number;
  readonly requests: number;
  /** What could not be put back, in words. */
  readonly left: readonly string[];
}

export async function complete(options: ActingOptions & Pick<Completing, 'keep'>): Promise<Completed> {
  const acting = createActing(options);
  const count = (): number => options.draft.text().split(' # proven: ').length;
  const before = count();
  for (const entry of candidates(options)) {
    const begun = await acting.under({}, (session) => begin(options, session, entry));
    if (!begun) continue;
    const { deviceId, relays, rs485 } = entry;
    const completing = { ...options, acting, deviceId, relays, rs485, ...begun };
    await completeBaudRate(completing);
    await completeJogs(completing);
    await completeExecute(completing);
    await completeRelays(completing);
    await completeEvents(completing);
    break;
  }
  return { proven: count() - before, requests: acting.requests(), left: acting.left };
}

/** How the device is found, and what refusals say of requests that say nothing. */
async function begin(
  { draft }: ActingOptions,
  session: ActSession,
  { deviceId, relays, rs485 }: DeviceProfileEntry,
): Promise<Pick<Completing, 'config' | 'found' | 'named'> | undefined> {
  const config = await configRead(session, deviceId);
  if (!config) return undefined;
  session.learn(
    deviceId,
    config.relays.map(({ index }) => index),
  );
  const found = stateIn(await session.ask({ name: 'refresh', deviceId }));
  if (found) session.safety.noteInitial(deviceId, found);
  const named = new Map<ShapeName, readonly NamedPlace[]>();
  const relay = safeRelay({ draft, relays, config });
  const { transceiveParams, baudRateParams } = ofLine({ deviceId });
  const places = {
    ...(relay !== undefined && ofRelay({ draft, deviceId }, relay)),
    ...(config.baudRate !== undefined && { baudRateParams }),
    ...(rs485 && { transceiveParams }),
  };
  for (const [shape, place] of Object.entries(places) as [ShapeName, Refusable][])
    if (draft.isOpen(shape) && (shape === 'jogBody' || !/elay/.test(shape) || showsRelays({ draft })))
      named.set(shape, await session.named(place));
  return { config, found, named };
}

function ofRelay(of: Pick<Completing, 'draft' | 'deviceId'>, relay: number) {
  const own = `${devicePath(of)}/relays`;
  const index = relay - 1 + firstIndex(of);
  return {
    jogBody: { method: 'PUT', path: `${own}/${index}/jog-config`, body: {}, scope: 'device:config' },
    relayParams: { method: 'POST', path: `${own}/commands`, body: { relays: [{}] }, scope: 'device:control' },
    singleRelayBody: { method: 'POST', path: `${own}/${index}/commands`, body: {}, scope: 'device:control' },
  } as const;
}

function ofLine(of: Pick<Completing, 'deviceId'>) {
  const own = `${devicePath(of)}/rs485`;
  return {
    baudRateParams: { method: 'PUT', path: `${own}/baud-rate`, body: {}, scope: 'device:config' },
    transceiveParams: { method: 'POST', path: `${own}/transceive`, body: {}, scope: 'device:control' },
  } as const;
}

/** Those first of which most may be tried. */
function candidates({ profile }: ActingOptions) {
  return Object.values(profile.devices)
    .filter(({ relays, rs485 }) => relays.length > 0 || rs485)
    .toSorted(
      (a, b) => Number(Boolean(b.rs485)) + b.relays.length - a.relays.length - Number(Boolean(a.rs485)),
    )
    .slice(0, 2);
}
