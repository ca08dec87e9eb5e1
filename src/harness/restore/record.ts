// The content of a restore file: what a run may have changed, as it was found. It holds no secret, only the name
// of the environment variable of one.
import { z } from 'zod';
import { channelIndex, durationMs, identifier } from '../../contract/schemas/scalars.js';
import { ACT_NAMES, type ActName } from '../profile/stimuli/catalogue.js';

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

const origin = z.strictObject({
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
  target: origin,
  devices: z.array(device),
  managed: managed.exactOptional(),
  /** What takes stimuli back, the first that was done first. */
  stimuli: z.array(z.strictObject({ key: text, undo: act })),
});

export type RestoreRecord = z.infer<typeof record>;
export type RestoreOrigin = RestoreRecord['target'];
export type DeviceBefore = RestoreRecord['devices'][number];
export type ManagedBefore = NonNullable<RestoreRecord['managed']>;
export type StimulusLeft = RestoreRecord['stimuli'][number];

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

export type ParsedRecord =
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
