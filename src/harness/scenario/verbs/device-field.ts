// How verbs name a device: by the scenario's name for it, or by an identifier that nobody vouches for.
import { z } from 'zod';
import { type Checker, namesOf } from '../language/names.js';
import { name } from '../language/modifiers.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import type { BoundDevice } from '../view/bound-device.js';

export const deviceField = z
  .union([name, z.strictObject({ deviceId: z.string().min(1).describe('the identifier at the target') })])
  .describe("a device of the scenario, or { deviceId: … } for one that the profile doesn't know");
export type DeviceField = z.output<typeof deviceField>;

export function checkDevice(check: Checker, key: string, field: DeviceField): void {
  if (typeof field === 'string') check.known([key], 'device', field, namesOf(check.names, 'device'));
}

/** The scenario's name of the device; undefined for an identifier. */
export function deviceNameIn(field: DeviceField): string | undefined {
  return typeof field === 'string' ? field : undefined;
}

export interface AddressedDevice {
  readonly deviceId: string;
  readonly device?: BoundDevice;
}

export function addressed(context: ExecutionContext, field: DeviceField): AddressedDevice {
  if (typeof field !== 'string') return { deviceId: field.deviceId };
  const device = context.devices.get(field);
  return device ? { deviceId: device.deviceId, device } : { deviceId: field };
}
