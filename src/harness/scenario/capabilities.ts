// What a target may offer or not, by the names that scenarios, profiles and the command line use for it.

import { FEATURES } from '../../contract/features.js';

export const CAPABILITIES = {
  devices: 'a device that may be exercised',
  'two-devices': 'two devices that may be exercised',
  'two-clients': 'two API clients',
  actuate: 'switching relays',
  websocket: 'the WebSocket channel',
  'rs485.answered': 'bytes that an RS485 peripheral answers',
  'rs485.answer': 'what an RS485 peripheral answers to them',
  'rs485.unanswered': 'bytes that no RS485 peripheral answers',
  configure: 'changing jog durations and baud rates',
  manage: 'adding and removing devices and changing their passwords',
  stimuli: 'acts on a device from outside of the interface',
  ...FEATURES,
} as const satisfies Record<string, string>;

export type Capability = keyof typeof CAPABILITIES;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as [Capability, ...Capability[]];

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name);
}
