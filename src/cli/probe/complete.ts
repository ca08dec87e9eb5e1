// `conform probe --actuate` on a draft: its open lines are proven on what the profile allows, and written where they stood.
import { resolve } from 'node:path';
import { openTarget } from '../../harness/run/open-target.js';
import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { defined } from '../../kernel/defined.js';
import { safeText } from '../../output/writer.js';
import { keptDraft } from '../../probe/draft/kept-draft.js';
import { plural } from '../../report/layout.js';
import { writeText } from '../files.js';
import type { Io } from '../io.js';
import { findTarget } from '../run/target.js';
import { listenForInterrupt } from '../signals.js';
import type { ShapeName } from '../../contract/schemas/shapes.js';
import type { DeviceProfileEntry } from '../../harness/profile/profile.js';
import type { NamedPlace } from '../../probe/draft/named-places.js';
import {
  type ActingOptions,
  type ActSession,
  type Completing,
  configRead,
  createActing,
  devicePath,
  firstIndex,
  type Refusable,
  safeRelay,
  showsRelays,
  stateIn,
} from './acting.js';
import { completeBaudRate, completeEvents, completeExecute, completeJogs } from './complete-settings.js';
import { completeLine } from './complete-line.js';
import { completeRelays } from './complete-relays.js';

/** A draft has open lines; what somebody has written himself has none. */
export async function completeDraft(asked: Parameters<typeof findTarget>[0], io: Io): Promise<void> {
  const found = await findTarget(asked, io);
  // It is told by what comes next.
  if (!found.ok) return;
  const { open, hold } = found.value;
  const { profile, target, gate, seed } = open;
  const { file, text } = target.dialect.source;
  const draft = keptDraft(text);
  const clock = createSystemClock();
  const { baseUrl, websocketUrl, tls } = profile;
  const { signal, dispose } = listenForInterrupt((name) => io.err.write(`ending by ${name}\n`));
  try {
    if (!draft.hasOpen() || gate.restriction !== undefined || hold?.leftovers) return;
    const { proven, requests, left } = await complete({
      profile,
      draft,
      file,
      signal,
      open: (dialect) =>
        openTarget({
          profile,
          dialect,
          clock,
          seed,
          vouchedFor: false,
          transport: createNetworkTransport({ baseUrl, websocketUrl, tls, clock }),
          secrets: io.secrets,
          stop: async () => undefined,
          ...defined({ book: hold?.book }),
        }),
      keep: async () => {
        const unwritten = await writeText(resolve(io.cwd, file), safeText(draft.text(), 'yaml', io.secrets));
        if (unwritten !== undefined) io.err.write(`${unwritten}\n`);
      },
    });
    const words = left.map((each) => `not put back: ${each}\n`);
    io.err.write(
      `${file}: ${plural(proven, 'line')} proven by acting, with ${plural(requests, 'request')}.\n${words.join('')}`,
    );
    if (left.length === 0) await hold?.book.close();
  } finally {
    await open.close();
    await hold?.release();
    dispose();
  }
}

// Completes a draft by acting, safest first: settings, then relays. What is tried is what a refusal names and what reads
// have shown; what is kept has done what it should, and nothing else.

/** How many lines are proven now, and were not before; and what could not be put back, in words. */
export async function complete(options: ActingOptions & Pick<Completing, 'keep'>) {
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
    await completeLine(completing);
    await completeExecute(completing);
    await completeRelays(completing);
    await completeEvents(completing);
    await putBack(completing);
    break;
  }
  return { proven: count() - before, requests: acting.requests(), left: acting.left };
}

/** What a candidate has left otherwise than it was found is put back in the words of the draft as it is now. */
async function putBack({ acting, draft, profile, deviceId }: Completing): Promise<void> {
  const told = acting.left.splice(0);
  const [name] = Object.entries(profile.devices).find(([, each]) => each.deviceId === deviceId) ?? [''];
  const work = async ({ found, safety }: ActSession): Promise<boolean> => {
    const { state, config } = found(deviceId);
    // Where the draft does not know which of the groups is the relays, none of them was switched.
    const isSwitched = told.length > 0 && showsRelays({ draft });
    if (!config || (isSwitched && !state)) return false;
    const { relays: jogDurations, baudRate } = config;
    const relays = isSwitched ? (state?.relays ?? []) : [];
    safety.adopt({
      devices: [{ name, deviceId, relays, jogged: [], jogDurations, ...defined({ baudRate }) }],
    });
    return true;
  };
  if (!(await acting.under({}, work, true))) acting.left.push(...told);
}

/** How the device is found, and what refusals say of requests that say nothing. */
async function begin(
  { draft }: ActingOptions,
  session: ActSession,
  { deviceId, relays, rs485 }: DeviceProfileEntry,
): Promise<Pick<Completing, 'config' | 'isRead' | 'named'> | undefined> {
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
    // What names a relay may switch it, and is put back by what shows how it was.
    if (draft.isOpen(shape) && (!/elay|jog/.test(shape) || showsRelays({ draft })))
      named.set(shape, await session.named(place));
  return { config, isRead: found !== undefined, named };
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
