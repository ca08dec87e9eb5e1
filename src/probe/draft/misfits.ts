// Whether a dialect fits what was seen: each reply that it has a shape for is read by it.
import type { Codec, Dialect } from '../../dialect/dialect.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import type { DraftExchange } from './evidence.js';

interface Misfit {
  /** The shape that does not read what came, and what is in it. */
  readonly shapes: readonly string[];
  readonly words: string;
}

/** What does not fit, each once. */
export function misfitsOf(dialect: Dialect, evidence: readonly DraftExchange[]): readonly Misfit[] {
  const told = new Map<string, Misfit>();
  for (const { what, code, data, source } of evidence) {
    if (code !== SUCCESS) continue;
    const [codec, value, shapes = []] = codecOf(dialect, what, data);
    const read = codec?.decode(value, '/data');
    if (!read || read.ok) continue;
    const [first] = read.mismatches;
    if (!first) continue;
    const words = `${first.declaredAt}: ${source} has ${first.actual} at ${first.pointer}, and not ${first.expected}`;
    told.set(words, { shapes, words });
  }
  return [...told.values()];
}

type Reader = Pick<Codec<unknown>, 'decode'>;

const DETAIL = ['deviceDetail', 'peripherals'];

function codecOf(
  { shapes, command }: Dialect,
  what: string,
  data: unknown,
): readonly [Reader | undefined, unknown, (readonly string[])?] {
  const own: Readonly<Record<string, readonly [Reader, readonly string[]]>> = {
    'devices.list': [shapes.deviceList, ['deviceList', 'device']],
    'devices.read': [shapes.deviceDetail, DETAIL],
    'device.state.get': [shapes.deviceDetail, DETAIL],
    'devices.config': [shapes.deviceConfig, ['deviceConfig']],
    'profiles.list': [shapes.profileList, ['profileList', 'deviceProfile']],
    'ticket.create': [shapes.ticket, ['ticket']],
  };
  const found = own[what];
  if (found) return [found[0], data, found[1]];
  const made = isObject(data) ? data['command'] : undefined;
  return made === undefined ? [undefined, data] : [command, made, ['command']];
}
