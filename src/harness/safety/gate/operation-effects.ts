// What a well-formed operation does to its device, as effects.
import { type Operation, touchesOf } from '../../../contract/operations.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Effect } from './effect.js';
import { same } from './plain-json.js';

export function operationEffects(deviceId: string, operation: Operation): readonly Effect[] {
  return touchesOf(operation).map((touch): Effect => {
    switch (touch.kind) {
      case 'relay':
        return { kind: 'switch', deviceId, relay: touch.index, jog: touch.to === 'jog' };
      case 'jogDuration':
        return { kind: 'jogDuration', deviceId, relay: touch.index };
      case 'baudRate':
        return { kind: 'baudRate', deviceId };
      case 'rs485':
        return { kind: 'bytes', deviceId, data: touch.data };
      default:
        return touch satisfies never;
    }
  });
}

/** Of an index before the first, which checks send on purpose. */
const BEFORE_FIRST = (['on', 'off', 'jog'] as const).map((action) => ({ relays: [{ index: 0, action }] }));

/**
 * The effect of a switch of relay 0 in the form of the dialect: who counts from 0 takes it for the first relay, and who
 * reads a negative index for any. Undefined for other parameters.
 */
export function beforeFirstEffects(
  dialect: Dialect,
  deviceId: string,
  wire: unknown,
): readonly Effect[] | undefined {
  const { relayParams } = dialect.shapes;
  const given = BEFORE_FIRST.slice(0, dialect.without.has('jog-action') ? 2 : 3);
  if (!given.some((params) => same(relayParams.encode(params), wire))) return undefined;
  return [{ kind: 'switch', deviceId, relay: dialect.indexBase === 0 ? 'every' : 1, jog: true }];
}
