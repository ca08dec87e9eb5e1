// What can be kept of a simulator and put back into one with the same fleet file. Access tokens, tickets and
// connections are not kept: clients authenticate again. Times are relative, so that a wait goes on after a restore.
import * as z from 'zod';
import { QUOTA_CLASSES } from '../../../contract/endpoints.js';
import { command, operation, operationResult } from '../../../contract/schemas/command.js';
import { deviceAddition } from '../../../contract/schemas/device.js';

const id = z.string().min(1).max(256);
const level = z.object({ limit: z.int(), left: z.int(), resetsIn: z.number().min(0) });

const deviceMemory = z.object({
  relays: z.array(z.object({ on: z.boolean(), jogDuration: z.number().min(0) })),
  inputs: z.array(z.boolean().nullable()),
  analogInputs: z.array(z.number().nullable()),
  sensors: z.array(z.number().nullable()),
  baudRate: z.int().positive().nullable(),
  powered: z.boolean(),
  linked: z.boolean(),
});

export const snapshotSchema = z.object({
  version: z.literal(1),
  /** Clock time in ms. */
  takenAt: z.number(),
  fleet: z.object({
    added: z.array(
      deviceAddition.omit({ serial: true }).extend({ deviceId: id, profileId: id, clients: z.array(id) }),
    ),
    removed: z.array(id),
    passwords: z.array(z.object({ deviceId: id, password: z.string() })),
  }),
  /** Those that somebody has touched; the others are as the fleet file says. */
  devices: z.array(z.object({ deviceId: id, memory: deviceMemory })),
  clients: z.array(
    z.object({ clientId: id, disabled: z.boolean(), quotas: z.partialRecord(z.enum(QUOTA_CLASSES), level) }),
  ),
  /** Devices that may not be refreshed yet, and for how many ms. */
  budgets: z.array(z.object({ deviceId: id, wait: z.number().positive() })),
  commands: z.array(
    z.object({
      command: command
        .omit({ params: true })
        .extend({ deviceId: id, operation, result: operationResult.optional() }),
      clientId: id,
      idempotencyKey: z.string().optional(),
      expiresIn: z.number().positive().optional(),
    }),
  ),
  /** As they were ordered; they begin anew. */
  faults: z.array(z.looseObject({ fault: z.string() })),
});

export type Snapshot = z.output<typeof snapshotSchema>;

export type DevicesOfSnapshot = Pick<Snapshot, 'devices' | 'budgets'>;
