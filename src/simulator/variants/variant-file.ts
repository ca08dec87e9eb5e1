// The file of a variant as it is written.
import { z } from 'zod';
import { fleetFileSchema } from '../fleet/fleet-file.js';

const { limits, profiles, devices } = fleetFileSchema(() => undefined).shape;

/** What a variant may differ in. */
const DIFFERENCES = ['dialect', 'limits', 'profiles', 'devices', 'faults', 'styles'] as const;

export const variantFileSchema = z
  .strictObject({
    title: z.string().min(1).describe('What one will see, in a sentence'),
    why: z.string().min(1).describe('What in the interface leaves it free'),
    dialect: z.string().min(1).optional().describe('A dialect by name, or the path of its file'),
    limits: limits.unwrap().optional().describe('Numbers of the service, as in a fleet file'),
    profiles: profiles.optional().describe('Device profiles in place of those of the fleet, or beside them'),
    devices: devices.unwrap().optional().describe('Devices beside those of the fleet'),
    faults: z.array(z.unknown()).min(1).optional().describe('As in a fault plan'),
    styles: z.array(z.string()).min(1).optional().describe('Styles of the service by their ids'),
    shared: z.boolean().default(false).describe('Others use the devices, too; a target profile would say so'),
  })
  .refine((file) => DIFFERENCES.some((key) => file[key] !== undefined), {
    error: `a variant differs in one of ${DIFFERENCES.join(', ')}`,
  });

export type VariantFile = z.output<typeof variantFileSchema>;
