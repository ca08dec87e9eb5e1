// Whether a dialect fits what was seen: each reply that it has a shape for is read by it.
import type { Codec, Dialect } from '../../dialect/dialect.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import type { DraftExchange } from './evidence.js';

/** What does not fit, in sentences, each once. */
export function misfitsOf(dialect: Dialect, evidence: readonly DraftExchange[]): readonly string[] {
  const told = new Set<string>();
  for (const { what, code, data, source } of evidence) {
    if (code !== SUCCESS) continue;
    const [codec, value] = codecOf(dialect, what, data);
    const read = codec?.decode(value, '/data');
    if (!read || read.ok) continue;
    const [first] = read.mismatches;
    if (first)
      told.add(
        `${first.declaredAt}: ${source} has ${first.actual} at ${first.pointer}, and not ${first.expected}`,
      );
  }
  return [...told];
}

type Reader = Pick<Codec<unknown>, 'decode'>;

function codecOf({ shapes, command }: Dialect, what: string, data: unknown): [Reader | undefined, unknown] {
  const own: Readonly<Record<string, Reader>> = {
    'devices.list': shapes.deviceList,
    'devices.read': shapes.deviceDetail,
    'device.state.get': shapes.deviceDetail,
    'devices.config': shapes.deviceConfig,
    'profiles.list': shapes.profileList,
    'ticket.create': shapes.ticket,
  };
  if (own[what]) return [own[what], data];
  const made = isObject(data) ? data['command'] : undefined;
  return made === undefined ? [undefined, data] : [command, made];
}
