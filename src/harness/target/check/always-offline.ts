// Devices that are refused as if they were offline, each of them and each time, while the list shows them online.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { DeviceRecord, DeviceList } from '../../../contract/schemas/device.js';
import { askTarget, type CheckContext } from './context.js';

export interface RefusedDevice {
  readonly client: string;
  readonly deviceId: string;
}

/** One device may have lost its link, and a list may be late. */
const LEAST_DEVICES = 2;
/** Times that all of them are looked up and asked again. */
const ROUNDS = 2;

/**
 * How often all of them are refused with 409 right after the list has shown them online; 0 when one is not.
 * @param refused all devices that were asked, none of which could be read.
 */
export async function refusedThoughOnline(
  context: CheckContext,
  refused: readonly RefusedDevice[],
): Promise<number> {
  if (refused.length < LEAST_DEVICES) return 0;
  for (let round = 0; round < ROUNDS; round++) {
    const again = await Promise.all(refused.map((each) => isSo(context, each)));
    if (context.life.signal.aborted || again.includes(false)) return 0;
  }
  return ROUNDS;
}

async function isSo(context: CheckContext, { client, deviceId }: RefusedDevice): Promise<boolean> {
  if ((await listed(context, client, deviceId))?.online !== true) return false;
  const { outcome } = await askTarget(context, client, { name: 'refresh', deviceId });
  return outcome.kind === 'reply' && outcome.reply.status === 409 && outcome.reply.code !== 'DEVICE_BUSY';
}

/** As the first page shows it; that is enough to know. */
async function listed(
  context: CheckContext,
  client: string,
  deviceId: string,
): Promise<DeviceRecord | undefined> {
  const { outcome } = await askTarget(context, client, { name: 'listDevices' });
  if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS || outcome.reply.dialectMismatches)
    return undefined;
  return (outcome.reply.data as DeviceList).devices.find((each) => each.deviceId === deviceId);
}
