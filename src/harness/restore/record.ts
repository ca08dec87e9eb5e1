// What a run may have changed, as it was found: the content of a restore file, which holds no secret but the name of the
// environment variable of one, and the book that it is written from.
import { channelIndex, durationMs, identifier } from '../../contract/schemas/scalars.js';
import { ACT_NAMES, type ActName } from '../profile/stimuli/catalogue.js';
import * as z from 'zod';

// The content of a restore file: what a run may have changed, as it was found. It holds no secret, only the name
// of the environment variable of one.

const FORMAT = 'conform-restore/1';

const text = z.string().min(1).max(4096);

const act = z.strictObject({
  name: z.enum(ACT_NAMES as readonly [ActName, ...ActName[]]),
  device: z.strictObject({ name: text, deviceId: identifier }).exactOptional(),
  client: z.strictObject({ name: text, clientId: text }).exactOptional(),
  index: channelIndex.exactOptional(),
  key: text.exactOptional(),
  active: z.boolean().exactOptional(),
  value: z.number().exactOptional(),
  data: text.exactOptional(),
});

const device = z.strictObject({
  /** The name in the profile. */
  name: text,
  deviceId: identifier,
  /** Relays that were to be switched, as they were found. */
  relays: z.array(z.strictObject({ index: channelIndex, on: z.boolean() })),
  /** Those of them that were jogged: they may go back by themselves. */
  jogged: z.array(channelIndex),
  /** Jog durations that were to be changed, in ms. */
  jogDurations: z.array(z.strictObject({ index: channelIndex, jogDuration: durationMs })),
  /** In bit/s; absent when it was not to be changed. */
  baudRate: z.int().positive().exactOptional(),
});

const managed = z.strictObject({
  deviceId: identifier,
  /** Whether it was in the list of devices; if so, `name` and `profileId` are those of the list. */
  listed: z.boolean(),
  name: text.exactOptional(),
  profileId: text,
  /** The environment variable that holds its password. */
  passwordEnv: text.exactOptional(),
});

const targetOrigin = z.strictObject({
  baseUrl: text,
  /** Arguments of `conform` that lead to the same target, without secrets, and the folder that they are meant in. */
  arguments: z.array(text),
  folder: text,
  /** Path of the profile; absent when the target was given as an address. */
  profile: text.exactOptional(),
  /** The command that wrote it, and when it began, in ISO 8601. */
  command: text,
  since: z.iso.datetime(),
});

const record = z.strictObject({
  format: z.literal(FORMAT),
  target: targetOrigin,
  /** The dialect that the values were read by: a corrected one reads them otherwise. */
  dialect: z.strictObject({ file: text, text: z.string() }).exactOptional(),
  devices: z.array(device),
  managed: managed.exactOptional(),
  /** What takes stimuli back, the first that was done first. */
  stimuli: z.array(z.strictObject({ key: text, undo: act })),
});

export type RestoreRecord = z.infer<typeof record>;
export type RestoreOrigin = RestoreRecord['target'];
export type DeviceBefore = RestoreRecord['devices'][number];
export type ManagedBefore = NonNullable<RestoreRecord['managed']>;
type StimulusLeft = RestoreRecord['stimuli'][number];

export function emptyRecord(target: RestoreOrigin): RestoreRecord {
  return { format: FORMAT, target, devices: [], stimuli: [] };
}

/** Whether nothing would have to be put back. */
export function isEmpty({ devices, managed: device_, stimuli }: RestoreRecord): boolean {
  return devices.length === 0 && device_ === undefined && stimuli.length === 0;
}

export function restoreText(content: RestoreRecord): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

type ParsedRecord =
  | { readonly ok: true; readonly record: RestoreRecord }
  /** In words: where it is damaged, as a JSON Pointer, and what was expected there. */
  | { readonly ok: false; readonly why: string };

export function parseRecord(source: string): ParsedRecord {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { ok: false, why: source.trim() === '' ? 'it is empty' : 'it is no JSON' };
  }
  const parsed = record.safeParse(value);
  if (parsed.success) return { ok: true, record: parsed.data };
  const [issue] = parsed.error.issues;
  const pointer = (issue?.path ?? []).map((part) => `/${String(part)}`).join('');
  return { ok: false, why: `${pointer || 'the whole'}: ${issue?.message ?? 'not as expected'}` };
}

// Where what has to be put back is kept beyond the life of this process: the port that the harness sees.

export interface RestoreStore {
  /** Replaces what is kept, whole or not at all, and waits until it would survive a loss of power. Why not, in words. */
  save(record: RestoreRecord): Promise<string | undefined>;
  /** Nothing has to be put back any more. Why it could not be removed, in words. */
  remove(): Promise<string | undefined>;
}

// The book of what a run may have changed. It only grows, and is stored before each change that it does not know yet.

export type RestoreBook = ReturnType<typeof createRestoreBook>;

export function createRestoreBook(store: RestoreStore, origin: RestoreOrigin) {
  let content: RestoreRecord = emptyRecord(origin);
  let version = 1;
  let storedVersion = 0;
  let failure: string | undefined;
  let saving: Promise<string | undefined> | undefined;

  const change = (to: RestoreRecord): void => {
    content = to;
    version++;
  };
  const save = async (): Promise<string | undefined> => {
    const saved = version;
    const why = await store.save(content);
    if (why === undefined) storedVersion = saved;
    failure ??= why;
    return why;
  };
  const saveOnce = (): Promise<string | undefined> => {
    saving ??= save().finally(() => (saving = undefined));
    return saving;
  };
  const stored = async (): Promise<string | undefined> => {
    const wanted = version;
    while (storedVersion < wanted) {
      // Changes that come while the disk is at work go together into the next write.
      const why = await saveOnce();
      if (why !== undefined) return why;
    }
    return undefined;
  };
  return {
    /** What all values are read by. */
    spoken: (by: NonNullable<RestoreRecord['dialect']>): void => void (content = { ...content, dialect: by }),
    /** Of two values for the same thing, the first one counts. */
    device: (before: DeviceBefore) => {
      const known = content.devices.find(({ deviceId }) => deviceId === before.deviceId);
      const merged = known ? merge(known, before) : before;
      if (known && sizeOf(known) === sizeOf(merged)) return;
      change({ ...content, devices: [...content.devices.filter((each) => each !== known), merged] });
    },
    managed: (before: ManagedBefore) => {
      if (content.managed?.deviceId !== before.deviceId) change({ ...content, managed: before });
    },
    stimulus: (left: StimulusLeft) => {
      if (content.stimuli.some(({ key }) => key === left.key)) return;
      change({ ...content, stimuli: [...content.stimuli, left] });
    },

    /** All that was noted by now. */
    get content() {
      return content;
    },

    /** Resolves when all that was noted by now is stored; in words why it is not. */
    stored,

    /** Everything is as it was: the stored book goes. In words why it does not. */
    close: async () => {
      await saving;
      return store.remove();
    },

    /** Why something could not be stored, once that has happened. */
    get failure() {
      return failure;
    },
  };
}

function merge(known: DeviceBefore, { relays, jogged, jogDurations, baudRate }: DeviceBefore): DeviceBefore {
  const rate = known.baudRate ?? baudRate;
  return {
    ...known,
    relays: [...known.relays, ...relays.filter(({ index }) => !knows(known.relays, index))],
    jogged: [...new Set([...known.jogged, ...jogged])],
    jogDurations: [
      ...known.jogDurations,
      ...jogDurations.filter(({ index }) => !knows(known.jogDurations, index)),
    ],
    ...(rate === undefined ? {} : { baudRate: rate }),
  };
}

function knows(values: readonly { readonly index: number }[], index: number): boolean {
  return values.some((each) => each.index === index);
}

function sizeOf({ relays, jogged, jogDurations, baudRate }: DeviceBefore): number {
  return relays.length + jogged.length + jogDurations.length + (baudRate === undefined ? 0 : 1);
}
