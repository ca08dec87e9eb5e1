// The devices of a profile: what is listed twice, and the inputs that a wire drives.
import type { Problem } from '../../document/problem.js';
import { problemAt } from '../../document/validate.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { DeviceProfileEntry } from './profile.js';
import type { TargetProfileFile } from './profile-schema.js';
import { reportRepeats } from './repeats.js';

const CHANNELS = {
  relays: 'relay',
  inputs: 'input',
  analogInputs: 'analog input',
  sensors: 'sensor',
} as const;

export function profileDevices(
  document: YamlDocument,
  file: TargetProfileFile,
  problems: Problem[],
): Record<string, DeviceProfileEntry> {
  const entries = Object.entries(file.devices);
  reportRepeats(
    problems,
    document,
    entries.map(([name, { deviceId }]) => ({
      path: ['devices', name, 'deviceId'],
      what: `deviceId of ${name}`,
      value: deviceId,
    })),
  );
  for (const [name, device] of entries)
    for (const [key, what] of Object.entries(CHANNELS) as [keyof typeof CHANNELS, string][]) {
      const listed: readonly unknown[] = device[key] ?? [];
      listed.forEach((channel, at) => {
        if (listed.indexOf(channel) === at) return;
        const message = `${what} ${String(channel)} is listed twice`;
        problems.push(problemAt(document, ['devices', name, key, at], message));
      });
    }
  return Object.fromEntries(entries.map(([name, device]) => [name, deviceOf(name, device, file)]));
}

function deviceOf(
  name: string,
  { deviceId, relays, rs485, inputs, analogInputs, sensors }: TargetProfileFile['devices'][string],
  { stimuli }: TargetProfileFile,
): DeviceProfileEntry {
  const { answered, answer, unanswered } = rs485 ?? {};
  const facts = {
    ...(answered === undefined ? {} : { answered }),
    ...(answer === undefined ? {} : { answer }),
    ...(unanswered === undefined ? {} : { unanswered }),
  };
  // An input that a relay drives can be set, whether it is listed or not.
  const wired = (stimuli?.['set-input']?.wiring ?? []).filter(({ device }) => device === name);
  const settable = wired.length > 0 ? wired.map(({ input }) => input) : inputs;
  return {
    deviceId,
    relays,
    ...(settable && { inputs: [...new Set(settable)] }),
    ...(analogInputs && { analogInputs }),
    ...(sensors && { sensors }),
    ...(rs485 === undefined ? {} : { rs485: facts }),
  };
}
