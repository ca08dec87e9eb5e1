// Each API client lists the devices that the profile gives it, and no other device of the profile.
import { readShape } from '../../../contract/read-shape.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { type PatientOutcome, patientWords } from '../retry.js';
import type { Profile } from '../../profile/profile.js';
import { askTarget, type CheckContext } from './context.js';
import { answeredAtAll } from './answered.js';
import { breaking } from './problem.js';

export type Listed = ReadonlySet<string> | undefined;

const MOST_PAGES = 200;

/** Ids of the devices that the client lists; undefined when there is no list to go by. */
export async function checkList(context: CheckContext, client: string): Promise<Listed> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const next = cursor === undefined ? {} : { cursor };
    const tried = await askTarget(context, client, { name: 'listDevices', ...next });
    const { outcome } = tried;
    const reply = outcome.kind === 'reply' ? outcome.reply : undefined;
    if (!context.forms.fits('the device list', 'device list', outcome)) return undefined;
    if (reply?.code !== SUCCESS) {
      if (!context.life.signal.aborted) await noList(context, client, tried);
      return undefined;
    }
    const list = readShape('deviceList', reply.data);
    if (!list) return undefined;
    const before = ids.size;
    for (const { deviceId } of list.devices) ids.add(deviceId);
    // A list that goes round without end brings nothing new; a page may be empty.
    const goesRound = list.devices.length > 0 && ids.size === before;
    if (list.nextCursor === undefined || list.nextCursor === cursor || goesRound) return ids;
    cursor = list.nextCursor;
  }
  return ids;
}

async function noList(context: CheckContext, client: string, tried: PatientOutcome): Promise<void> {
  const problem = {
    about: 'client',
    message: `API client ${client} cannot list its devices: ${patientWords(tried)}`,
    hint: 'Listing devices needs device:read, which every other scope includes.',
  } as const;
  const standing = answeredAtAll(tried);
  if (standing === 'undecided') return;
  const useless =
    isTokenRefused(tried) && isTokenRefused(await askTarget(context, client, { name: 'listProfiles' }));
  const usual = standing === 'denied' ? 'scope.read-included' : 'devices.list';
  const rule = useless ? 'auth.token-issued' : usual;
  context.problems.push(breaking(rule, `API client ${client} to list its devices`, problem));
}

function isTokenRefused({ outcome }: PatientOutcome): boolean {
  return outcome.kind === 'reply' && outcome.reply.status === 401;
}

/** @param readable ids of devices whose state could be read: those are there, whatever a list says. */
export function compareLists(
  { profile, problems }: CheckContext,
  lists: ReadonlyMap<string, Listed>,
  readable: ReadonlySet<string>,
): void {
  for (const [client, listed] of lists) {
    for (const [name, { deviceId }] of Object.entries(profile.devices)) {
      const allowed = mayAccess(profile, client, name);
      if (!listed || allowed === listed.has(deviceId)) continue;
      if (!allowed) {
        problems.push(foreign(client, name, deviceId));
        continue;
      }
      const problem = {
        about: 'device',
        message: `API client ${client} does not list device ${name} (${deviceId})`,
        hint: `Check devices.${name}.deviceId, or leave ${name} out of clients.${client}.devices.`,
      } as const;
      const there = readable.has(deviceId);
      const expected = `API client ${client} to list each device that it may access`;
      problems.push(
        there ? breaking('devices.list', expected, problem, `clients.${client}.devices`) : problem,
      );
    }
  }
}

function foreign(client: string, name: string, deviceId: string): ReturnType<typeof breaking> {
  const expected = `API client ${client} to list no device that it may not access`;
  const problem = {
    about: 'device',
    message: `API client ${client} lists device ${name} (${deviceId}), which the profile does not give it`,
    hint: `Where it may access it, add ${name} to clients.${client}.devices.`,
  } as const;
  return breaking('scope.devices-within-client', expected, problem, `clients.${client}.devices`);
}

export function mayAccess({ clients }: Profile, client: string, device: string): boolean {
  return clients[client]?.devices?.includes(device) ?? true;
}
