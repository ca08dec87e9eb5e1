// Each device of the profile answers in the dialect, and has the relays that the profile lists.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Peripherals } from '../../../contract/schemas/device.js';
import type { Profile } from '../../profile/profile.js';
import { type Call, isGranted, shownIn, devicePages, isConflict } from '../call.js';
import { type PatientOutcome, patientWords } from '../retry.js';
import { answeredAtAll, askTarget, breaking, type CheckContext, type TargetProblem } from './context.js';

/**
 * State of each device that could be read, by device id.
 * @param clients those that can be used, and what each of them lists.
 */
export async function checkDevices(
  context: CheckContext,
  clients: ReadonlyMap<string, Listed>,
): Promise<ReadonlyMap<string, Peripherals>> {
  const { profile } = context;
  const states = new Map<string, Peripherals>();
  const offline: Offline[] = [];
  const limited: (() => Promise<void>)[] = [];
  await Promise.all(
    Object.entries(profile.devices).map(async ([name, { deviceId }]) => {
      const able = [...clients].filter(([each]) => mayAccess(profile, each, name));
      const listing = able.find(([, listed]) => listed?.has(deviceId) ?? true);
      const [client] = listing ?? able[0] ?? [undefined];
      if (client === undefined) return reportUnreachable(context, name);
      const asked = { client, name, deviceId, listed: listing?.[1] !== undefined };
      const telling = listing !== undefined;
      const look = async (alone?: true): Promise<'limited' | undefined> => {
        const state = await readState(context, asked, { telling, offline, alone });
        if (state === 'limited') return state;
        if (!state) return undefined;
        states.set(deviceId, state);
        await checkConfig(context, { client, name, deviceId }, state);
        return undefined;
      };
      if ((await look()) === 'limited') limited.push(async () => void (await look(true)));
    }),
  );
  // A quota lets some of many refreshes through; where only one is asked for, nothing but itself is in its way.
  for (const look of limited) await look();
  await tellOffline(context, offline, states.size === 0);
  const [first] = clients.keys();
  if (first !== undefined && !profile.without?.includes('device-profiles')) {
    const call: Call = { name: 'listProfiles' };
    const { outcome } = await askTarget(context, first, call);
    context.forms.fits('the list of device profiles', 'list of device profiles', outcome);
  }
  return states;
}

async function checkConfig(
  context: CheckContext,
  { client, name, deviceId }: { readonly client: string; readonly name: string; readonly deviceId: string },
  state: Peripherals,
): Promise<void> {
  const config = await askTarget(context, client, { name: 'readConfig', deviceId });
  const about = `the configuration of device ${name}`;
  const fits = context.forms.fits(about, 'device configuration', config.outcome);
  checkRelays(context, name, state, fits ? config : undefined);
}

/** Where those that may have no token, that has been said already. */
function reportUnreachable({ profile, problems }: CheckContext, name: string): void {
  if (Object.keys(profile.clients).some((client) => mayAccess(profile, client, name))) return;
  problems.push({
    about: 'device',
    message: `no API client may access device ${name}`,
    hint: `Add ${name} to the devices of a client, or leave it out of the profile.`,
  });
}

interface Asked {
  readonly client: string;
  readonly name: string;
  readonly deviceId: string;
  /** The client lists it, so it is there. */
  readonly listed: boolean;
}

/** A device that is refused for a state of its own. */
interface Offline extends RefusedDevice {
  readonly problem: TargetProblem;
}

/** @param none no device at all could be read. */
async function tellOffline(context: CheckContext, offline: readonly Offline[], none: boolean): Promise<void> {
  const times = none ? await refusedThoughOnline(context, offline) : 0;
  for (const { problem } of offline) {
    const message = `${problem.message}, and ${times} times more right after the list has shown it online`;
    context.problems.push(
      times === 0
        ? problem
        : breaking('devices.detail-is-live', 'the state of a device that is online', { ...problem, message }),
    );
  }
}

interface Telling {
  /** False: that it is not listed is said elsewhere. */
  readonly telling: boolean;
  /** Those that are told of when all have been asked. */
  readonly offline: Offline[];
  /** Nothing else is asked for at the same time. */
  readonly alone?: true | undefined;
}

/** @returns `limited` where only quotas may have been in the way. */
async function readState(
  context: CheckContext,
  asked: Asked,
  { telling, offline, alone }: Telling,
): Promise<Peripherals | 'limited' | undefined> {
  const { name, deviceId, client } = asked;
  const tried = await askTarget(context, client, { name: 'refresh', deviceId });
  const { outcome } = tried;
  context.forms.fits(`the state of device ${name}`, 'device state', outcome);
  if (isGranted(outcome)) {
    const detail = shownIn('deviceDetail', outcome);
    if (detail) tellOtherDevice(context, asked, detail.device.deviceId);
    return detail?.peripherals;
  }
  if (!telling || context.life.signal.aborted) return undefined;
  const problem: TargetProblem = {
    about: 'device',
    message: `the state of device ${name} (${deviceId}) cannot be read: ${patientWords(tried)}`,
    hint: `Check that the device is on and connected, and that devices.${name}.deviceId is right; or leave it out of the profile.`,
  };
  const rule = ruleOf(tried, asked);
  if (rule === 'undecided') return undefined;
  if (rule === 'refresh.retry-after-truthful' && !alone) return 'limited';
  if (rule === undefined && outcome.kind === 'reply' && outcome.reply.status === 409) {
    offline.push({ client, deviceId, problem });
    return undefined;
  }
  const often = tried.tries > 1 ? `, in each of ${tried.tries} tries` : '';
  const message = problem.message + often;
  context.problems.push(
    rule === undefined ? problem : breaking(rule, 'the state of the device', { ...problem, message }),
  );
  return undefined;
}

/** An identifier that no device of the profile has proves nothing: the dialect may show another field there. */
function tellOtherDevice(
  { profile, problems }: CheckContext,
  { name, deviceId }: Asked,
  shown: string,
): void {
  const other = Object.entries(profile.devices).find(([, each]) => each.deviceId === shown)?.[0];
  if (shown === deviceId || other === undefined) return;
  const problem = {
    about: 'device',
    message: `the state of device ${name} (${deviceId}) comes as that of device ${other} (${shown})`,
    hint: `Where it is that of ${name}, correct the place of $deviceId in the dialect.`,
  } as const;
  problems.push(breaking('devices.detail-is-live', 'the state of the device that was asked for', problem));
}

/** What the refusal breaks; undefined where the device itself, or its identifier in the profile, explains it. */
function ruleOf(tried: PatientOutcome, { listed }: Asked): RuleId | 'undecided' | undefined {
  const { outcome } = tried;
  const standing = answeredAtAll(tried);
  if (standing === 'undecided') return 'undecided';
  if (standing === 'denied') return 'scope.read-included';
  if (outcome.kind === 'broken') return 'devices.detail-is-live';
  const { status, code } = outcome.reply;
  if (standing === 'failing') {
    if (code === 'DEVICE_BUSY') return 'busy.released';
    return code === 'RATE_LIMITED' ? 'refresh.retry-after-truthful' : 'devices.detail-is-live';
  }
  // A token that is good for nothing is told of with the lists.
  if (status === 401) return 'undecided';
  if (status === 409) return undefined;
  return status === 404 && !listed ? undefined : 'devices.detail-is-live';
}

/** @param config undefined where it could not be read. */
function checkRelays(
  { profile, problems }: CheckContext,
  name: string,
  state: Peripherals,
  config: PatientOutcome | undefined,
): void {
  const present = state.relays.map(({ index }) => index);
  const absent = (profile.devices[name]?.relays ?? []).filter((index) => !present.includes(index));
  if (absent.length === 0) return;
  const has = present.length === 0 ? 'none' : present.join(', ');
  const problem: TargetProblem = {
    about: 'device',
    message: `device ${name} has no relay ${absent.join(', ')}; its relays are: ${has}`,
    hint: `Correct devices.${name}.relays, or the indexBase of the dialect.`,
  };
  const configured = (config && shownIn('deviceConfig', config.outcome))?.relays ?? [];
  const known = absent.filter((absentee) => configured.some(({ index }) => index === absentee));
  if (known.length === 0) return void problems.push(problem);
  const message = `${problem.message}, while its configuration has relay ${known.join(', ')}`;
  problems.push(
    breaking('devices.refresh-covers-all', 'a refresh to cover all relays', { ...problem, message }),
  );
}

// Devices that are refused as if they were offline, each of them and each time, while the list shows them online.

interface RefusedDevice {
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
async function refusedThoughOnline(
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
  const list = await askTarget(context, client, { name: 'listDevices' });
  // As the first page shows it; that is enough to know.
  const listed = shownIn('deviceList', list.outcome)?.devices.find((each) => each.deviceId === deviceId);
  if (listed?.online !== true) return false;
  const { outcome } = await askTarget(context, client, { name: 'refresh', deviceId });
  return isConflict(outcome);
}

// Each API client lists the devices that the profile gives it, and no other device of the profile.

export type Listed = ReadonlySet<string> | undefined;

const MOST_PAGES = 200;

/** Ids of the devices that the client lists; undefined when there is no list to go by. */
export async function checkList(context: CheckContext, client: string): Promise<Listed> {
  const ids = new Set<string>();
  const ask = (call: Call): Promise<PatientOutcome> => askTarget(context, client, call);
  for await (const { tried, devices } of devicePages(ask, MOST_PAGES)) {
    const fits = context.forms.fits('the device list', 'device list', tried.outcome);
    if (!devices) {
      if (fits && !isGranted(tried.outcome) && !context.life.signal.aborted)
        await noList(context, client, tried);
      return undefined;
    }
    for (const { deviceId } of devices) ids.add(deviceId);
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

function mayAccess({ clients }: Profile, client: string, device: string): boolean {
  return clients[client]?.devices?.includes(device) ?? true;
}
