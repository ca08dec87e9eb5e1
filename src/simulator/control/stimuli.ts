// Whether an act on a device can have an effect at this moment, for those who act by hand: an act that changes nothing
// looks like one that was carried out.
import type { PhysicalTruth, Device, DeviceStimuli } from '../device/device.js';
import { z } from 'zod';
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

/** Undefined when the act has an effect. */
export function idleAct({ kind }: { readonly kind: string }, device: Circumstances): Idle | undefined {
  const already = (is: boolean, why: string): Idle | undefined =>
    is ? { effect: 'already', why } : undefined;
  switch (kind) {
    case 'cut-power':
      return already(!device.powered, 'its power is cut already');
    case 'restore-power':
      return already(device.powered, 'it has power already');
    case 'drop-link':
      return already(!device.linked, 'its link is down already');
    case 'restore-link':
      return already(device.linked, 'its link is up already');
    case 'inject-rs485':
      return device.online ? undefined : { effect: 'lost', why: whyUnheard(device) };
    default:
      return undefined;
  }
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

/** One thing done to a device, as the control plane takes it. */
export const stimulusSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set-input'), index, active: z.boolean() }),
  z.strictObject({ kind: z.literal('drive-input'), index, pattern }),
  z.strictObject({ kind: z.literal('set-analog'), index, value: z.number() }),
  z.strictObject({ kind: z.literal('drive-analog'), index, signal }),
  z.strictObject({ kind: z.literal('set-sensor'), key, value: z.number() }),
  z.strictObject({ kind: z.literal('drive-sensor'), key, signal }),
  z.strictObject({ kind: z.literal('cut-power') }),
  z.strictObject({ kind: z.literal('restore-power') }),
  z.strictObject({ kind: z.literal('drop-link') }),
  z.strictObject({ kind: z.literal('restore-link') }),
  z.strictObject({
    kind: z.literal('inject-rs485'),
    data: z.string().min(2).max(8192).refine(isHex, 'expected bytes in hex, such as 0103ff'),
  }),
]);

export type ControlStimulus = z.output<typeof stimulusSchema>;

/** False when the device has no such channel. */
export function applyStimulus(stimuli: DeviceStimuli, stimulus: ControlStimulus): boolean {
  switch (stimulus.kind) {
    case 'set-input':
      return stimuli.setInput(stimulus.index, stimulus.active);
    case 'drive-input':
      return stimuli.driveInput(stimulus.index, stimulus.pattern);
    case 'set-analog':
      return stimuli.setAnalog(stimulus.index, stimulus.value);
    case 'drive-analog':
      return stimuli.driveAnalog(stimulus.index, stimulus.signal);
    case 'set-sensor':
      return stimuli.setSensor(stimulus.key, stimulus.value);
    case 'drive-sensor':
      return stimuli.driveSensor(stimulus.key, stimulus.signal);
    case 'inject-rs485':
      return stimuli.injectRs485(stimulus.data);
    default:
      stimuli[POWER_AND_LINK[stimulus.kind]]();
      return true;
  }
}

const POWER_AND_LINK = {
  'cut-power': 'cutPower',
  'restore-power': 'restorePower',
  'drop-link': 'dropLink',
  'restore-link': 'restoreLink',
} as const;

/** The stimuli of the device; each is noted before it takes effect, so that the journal tells causes first. */
export function journalled(device: Device, journal: Journal): DeviceStimuli {
  const { deviceId, channels, stimuli } = device;
  const idle = (kind: ControlStimulus['kind']): { readonly detail?: string } => {
    const found = idleAct({ kind }, { ...device.physical(), online: device.isOnline() });
    return found ? { detail: `no effect: ${found.why}` } : {};
  };
  const told = (
    name: ControlStimulus['kind'],
    parameters: object,
    exists: boolean,
    act: () => boolean,
  ): boolean => {
    const outcome = exists ? 'applied' : 'failed';
    journal.note({ kind: 'stimulus', name, deviceId, parameters, outcome, ...(exists && idle(name)) });
    return exists && act();
  };
  const done = (name: keyof typeof POWER_AND_LINK): void => {
    journal.note({ kind: 'stimulus', name, deviceId, outcome: 'applied', ...idle(name) });
    stimuli[POWER_AND_LINK[name]]();
  };
  const input = (at: number): boolean => at >= 1 && at <= channels.digitalInputs;
  const analog = (at: number): boolean => at >= 1 && at <= channels.analogInputs;
  const sensor = (name: string): boolean => channels.sensors.includes(name);
  return {
    setInput: (at, active) =>
      told('set-input', { index: at, active }, input(at), () => stimuli.setInput(at, active)),
    driveInput: (at, by) =>
      told('drive-input', { index: at, pattern: by }, input(at), () => stimuli.driveInput(at, by)),
    setAnalog: (at, value) =>
      told('set-analog', { index: at, value }, analog(at), () => stimuli.setAnalog(at, value)),
    driveAnalog: (at, by) =>
      told('drive-analog', { index: at, signal: by }, analog(at), () => stimuli.driveAnalog(at, by)),
    setSensor: (name, value) =>
      told('set-sensor', { key: name, value }, sensor(name), () => stimuli.setSensor(name, value)),
    driveSensor: (name, by) =>
      told('drive-sensor', { key: name, signal: by }, sensor(name), () => stimuli.driveSensor(name, by)),
    cutPower: () => done('cut-power'),
    restorePower: () => done('restore-power'),
    dropLink: () => done('drop-link'),
    restoreLink: () => done('restore-link'),
    injectRs485: (data) => told('inject-rs485', { data }, channels.rs485, () => stimuli.injectRs485(data)),
  };
}
