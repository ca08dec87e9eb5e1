// `setRelays: plant` with `relays: { lamp: on, pump: off }` switches relays in one request.
import { z } from 'zod';
import { relayAction } from '../../../contract/schemas/command.js';
import type { Checker } from '../language/names.js';
import { addressed, checkDevice, deviceField, deviceNameIn, type DeviceField } from './device-field.js';
import { operate, operating } from './operating.js';
import { defineRequest } from './request-verb.js';

const relays = z.record(z.string(), relayAction);

export const setRelays = defineRequest({
  name: 'setRelays',
  summary: 'Switches relays of a device, all in one request, over either channel.',
  schema: z.strictObject({
    setRelays: deviceField,
    relays: relays.describe('on, off or jog, by the name that the scenario gives the relay'),
    compatibility: z
      .literal(true)
      .optional()
      .describe('use the single-relay endpoint that is planned for removal'),
    ...operating,
  }),
  channels: ['rest', 'ws'],
  capabilities: ['actuate'],
  capabilitiesOf: ({ compatibility }) => (compatibility ? ['compatibility-endpoint'] : []),
  device: (fields) => deviceNameIn(fields.setRelays),
  scope: 'device:control',
  switches: true,
  works: true,
  creates: true,
  // How long a jog lasts is a setting.
  settings: (fields) => (Object.values(fields.relays).includes('jog') ? 'reads' : undefined),
  check: (fields, check) => {
    checkDevice(check, 'setRelays', fields.setRelays);
    checkRelays(check, fields.setRelays, fields.relays);
    if (fields.compatibility && Object.keys(fields.relays).length !== 1)
      check.problem(['relays'], 'the compatibility endpoint takes exactly one relay');
  },
  request: (fields, context) => {
    const { deviceId, device } = addressed(context, fields.setRelays);
    const changes = Object.entries(fields.relays).map(([relay, action]) => ({
      index: device?.relays[relay] ?? FIRST_RELAY,
      action,
    }));
    const call = operate(
      context,
      deviceId,
      { name: 'device.relay.set', params: { relays: changes } },
      fields,
    );
    return {
      call: fields.compatibility ? { ...call, compatibility: true } : call,
      ...(device ? { device } : {}),
    };
  },
});

/** For a device that is nobody's, any index will do. */
const FIRST_RELAY = 1;

function checkRelays(check: Checker, field: DeviceField, written: z.output<typeof relays>): void {
  const names = Object.keys(written);
  if (names.length === 0) check.problem(['relays'], 'no relay is named');
  if (typeof field !== 'string') return;
  const declared = check.names.needs.devices[field]?.relays;
  if (declared) for (const relay of names) check.knownKey(['relays', relay], `relay of ${field}`, declared);
}
