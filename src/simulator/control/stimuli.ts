// Whether an act on a device can have an effect at this moment, for those who act by hand: an act that changes nothing
// looks like one that was carried out.
import type { Device, DeviceChannels, DeviceStimuli, PhysicalTruth } from '../device/device.js';
import * as z from 'zod';
import { isHex } from '../../kernel/hex.js';
import { parsePattern, type SignalPattern } from '../device/pattern.js';
import { signalSchema } from '../device/schema/signals.js';
import type { Journal } from './journal/journal.js';

interface Idle {
  /** `already`: it is so already. `lost`: nobody is there to notice. */
  readonly effect: 'already' | 'lost';
  readonly why: string;
}

/** The device as it is before the act. */
interface Circumstances extends Pick<PhysicalTruth, 'powered' | 'linked'> {
  readonly online: boolean;
}

const ALREADY: Readonly<Record<string, readonly [is: (device: Circumstances) => boolean, why: string]>> = {
  'cut-power': [({ powered }) => !powered, 'its power is cut already'],
  'restore-power': [({ powered }) => powered, 'it has power already'],
  'drop-link': [({ linked }) => !linked, 'its link is down already'],
  'restore-link': [({ linked }) => linked, 'its link is up already'],
};

/** Undefined when the act has an effect. */
export function idleAct({ kind }: { readonly kind: string }, device: Circumstances): Idle | undefined {
  const [is, why = ''] = ALREADY[kind] ?? [];
  if (is?.(device)) return { effect: 'already', why };
  return kind === 'inject-rs485' && !device.online ? { effect: 'lost', why: whyUnheard(device) } : undefined;
}

function whyUnheard({ powered, linked }: Circumstances): string {
  if (!powered) return 'it has no power, so it hears nothing on its RS485 line';
  if (!linked) return 'its link is down, so the service does not learn what it hears on its RS485 line';
  return 'it is booting, and hears nothing on its RS485 line before it is online';
}

// What somebody does to a simulated device, with a record of it in the journal.

const index = z.int().min(1);
const pattern = z.string().transform((text, context): SignalPattern => {
  const parsed = parsePattern(text);
  if (parsed) return parsed;
  context.addIssue({
    code: 'custom',
    message: 'expected a pattern such as "square 2s" or "pulse 100ms every 5s"',
  });
  return z.NEVER;
});
const signal = signalSchema(() => undefined);
const key = z.string().min(1);

/** What an act does: the method of a device, what it is given, and the channels of which it needs one. */
interface Act {
  readonly method: keyof DeviceStimuli;
  readonly given: z.ZodRawShape;
  readonly needs?: Exclude<keyof DeviceChannels, 'relays'>;
}

const bytes = z.string().min(2).max(8192).refine(isHex, 'expected bytes in hex, such as 0103ff');

const ACTS = {
  'set-input': { method: 'setInput', given: { index, active: z.boolean() }, needs: 'digitalInputs' },
  'drive-input': { method: 'driveInput', given: { index, pattern }, needs: 'digitalInputs' },
  'set-analog': { method: 'setAnalog', given: { index, value: z.number() }, needs: 'analogInputs' },
  'drive-analog': { method: 'driveAnalog', given: { index, signal }, needs: 'analogInputs' },
  'set-sensor': { method: 'setSensor', given: { key, value: z.number() }, needs: 'sensors' },
  'drive-sensor': { method: 'driveSensor', given: { key, signal }, needs: 'sensors' },
  'cut-power': { method: 'cutPower', given: {} },
  'restore-power': { method: 'restorePower', given: {} },
  'drop-link': { method: 'dropLink', given: {} },
  'restore-link': { method: 'restoreLink', given: {} },
  'inject-rs485': { method: 'injectRs485', given: { data: bytes }, needs: 'rs485' },
} as const satisfies Readonly<Record<string, Act>>;
type ActName = keyof typeof ACTS;

/** One thing done to a device, as the control plane takes it. */
export interface ControlStimulus extends Readonly<Record<string, unknown>> {
  readonly kind: ActName;
}

const schemas = Object.entries(ACTS).map(([kind, { given }]) =>
  z.strictObject({ kind: z.literal(kind as ActName), ...(given as z.ZodRawShape) }),
);
type OneSchema = z.ZodObject<{ readonly kind: z.ZodLiteral<ActName> }, z.core.$strict>;
export const stimulusSchema = z.discriminatedUnion('kind', schemas as unknown as [OneSchema, ...OneSchema[]]);

function act(stimuli: DeviceStimuli, { method }: Act, given: readonly unknown[]): boolean {
  return (stimuli[method] as (...given: readonly unknown[]) => boolean | void)(...given) !== false;
}

/** False when the device has no such channel. */
export function applyStimulus(stimuli: DeviceStimuli, stimulus: ControlStimulus): boolean {
  const how: Act = ACTS[stimulus.kind];
  const given = Object.keys(how.given).map((name) => stimulus[name]);
  return act(stimuli, how, given);
}

function has(channels: DeviceChannels, { needs }: Act, channel: unknown): boolean {
  if (needs === undefined) return true;
  const there = channels[needs];
  if (typeof there === 'boolean') return there;
  return typeof there === 'number'
    ? Number(channel) >= 1 && Number(channel) <= there
    : there.includes(String(channel));
}

/** What the device has instead of a channel that it lacks. */
export function channelsInstead({ kind }: ControlStimulus, channels: DeviceChannels): string {
  const { needs }: Act = ACTS[kind];
  switch (needs) {
    case 'digitalInputs':
      return `it has ${countOf(channels.digitalInputs, 'digital input')}`;
    case 'analogInputs':
      return `it has ${countOf(channels.analogInputs, 'analog input')}`;
    case 'sensors':
      return `its sensors are ${channels.sensors.join(', ') || 'none'}`;
    default:
      return 'it has no RS485 port';
  }
}

function countOf(count: number, what: string): string {
  return count === 0 ? `no ${what}` : `${count} ${what}${count === 1 ? '' : 's'}, from 1`;
}

/** The stimuli of the device; each is noted before it takes effect, so that the journal tells causes first. */
export function journalled(device: Device, journal: Journal): DeviceStimuli {
  const { deviceId, channels, stimuli } = device;
  const acting = Object.entries<Act>(ACTS).map(([name, how]) => [
    how.method,
    (...values: unknown[]): boolean => {
      const exists = has(channels, how, values[0]);
      const idle = exists && idleAct({ kind: name }, { ...device.physical(), online: device.isOnline() });
      journal.note({
        kind: 'stimulus',
        name,
        deviceId,
        ...(values.length > 0 && {
          parameters: Object.fromEntries(Object.keys(how.given).map((field, at) => [field, values[at]])),
        }),
        outcome: exists ? 'applied' : 'failed',
        ...(idle && { detail: `no effect: ${idle.why}` }),
      });
      return exists && act(stimuli, how, values);
    },
  ]);
  return Object.fromEntries(acting) as DeviceStimuli;
}
