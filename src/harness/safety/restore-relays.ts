// Puts the relays of a device back as they were found.
import { command } from '../../contract/schemas/command.js';
import { isFinal } from '../../contract/schemas/scalars.js';
import type { Reply } from '../target/call.js';
import type { Profile } from '../target/profile.js';
import type { Target } from '../target/target.js';
import { clientFor } from './client-for.js';
import { insist } from './insist.js';
import type { FoundRelays } from './read-relays.js';

/** What could not be put back, in words. Setting a relay to the state it is in does no harm. */
export async function restoreRelays(
  target: Target,
  profile: Profile,
  deviceId: string,
  found: FoundRelays | undefined,
): Promise<readonly string[]> {
  if (!found?.ok) return [];
  const states = [...found.on].map(([index, on]) => `relay ${index} ${on ? 'on' : 'off'}`).join(', ');
  const failed = (why: string): string[] => [`${deviceId} may not be as before (${states}): ${why}`];
  const client = clientFor(profile, deviceId, 'device:control');
  if (client === undefined) return failed('no API client may control the device');
  const relays = [...found.on].map(([index, on]) => ({
    index,
    action: on ? ('on' as const) : ('off' as const),
  }));
  const call = {
    name: 'operate',
    deviceId,
    operation: { name: 'device.relay.set', params: { relays } },
    // One key for all tries: whichever gets through, the relays are set once.
    idempotencyKey: `conform-restore-${deviceId}-${Math.round(target.clock.now()).toString(36)}`,
  } as const;
  const insisted = await insist(target.clock, () => target.request(call, { client }));
  if (!insisted.ok) return failed(insisted.why);
  const why = await settled(target, client, insisted.reply);
  return why === undefined ? [] : failed(why);
}

/** Why the command did not succeed; undefined when it did. */
async function settled(target: Target, client: string, reply: Reply): Promise<string | undefined> {
  const answered = commandIn(reply);
  if (!answered) return 'the answer shows no command';
  let { status } = answered;
  for (let reads = 0; !isFinal(status) && reads < MOST_READS; reads++) {
    await target.clock.sleep(READ_PAUSE);
    const call = { name: 'readCommand', commandId: answered.commandId } as const;
    const insisted = await insist(target.clock, () => target.request(call, { client }));
    if (!insisted.ok) return insisted.why;
    status = commandIn(insisted.reply)?.status ?? status;
  }
  return status === 'succeeded' ? undefined : `the command that puts them back is ${status}`;
}

const MOST_READS = 20;
const READ_PAUSE = 500;

function commandIn({
  data,
}: Reply): Pick<ReturnType<typeof command.parse>, 'commandId' | 'status'> | undefined {
  if (typeof data !== 'object' || data === null || !('command' in data)) return undefined;
  return command.safeParse(data.command).data;
}
