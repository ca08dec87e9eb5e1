// Durations and moments on the wire. The canonical model counts both in whole milliseconds.
import type { ScalarCodec } from './scalar-codec.js';

/** What a duration may be written as. */
export const DURATION_CODECS: Readonly<Record<string, ScalarCodec>> = {
  ms: counted(1, 'a duration in milliseconds'),
  s: counted(1000, 'a duration in seconds'),
};

/** What a moment may be written as. */
export const TIMESTAMP_CODECS: Readonly<Record<string, ScalarCodec>> = {
  iso: {
    wire: 'string',
    expected: 'a moment such as 2026-01-31T12:00:00.000Z',
    encode: (value) => new Date(value as number).toISOString(),
    describe: () => ({ type: 'string', format: 'date-time', pattern: ISO.source }),
    decode: decodeIso,
  },
  ms: counted(1, 'a moment in milliseconds since 1970'),
  s: counted(1000, 'a moment in seconds since 1970'),
};

/** A number of units of `unit` ms each; finer parts than a millisecond are rounded away. */
function counted(unit: number, expected: string): ScalarCodec {
  return {
    wire: 'number',
    expected,
    encode: (value) => (value as number) / unit,
    describe: () => ({ type: unit === 1 ? 'integer' : 'number', minimum: 0, description: expected }),
    decode: (wire) => (typeof wire === 'number' && wire >= 0 ? Math.round(wire * unit) : undefined),
  };
}

/** Without an offset nobody knows which moment is meant. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

function decodeIso(wire: unknown): number | undefined {
  if (typeof wire !== 'string' || !ISO.test(wire)) return undefined;
  const moment = Date.parse(wire.toUpperCase());
  return Number.isNaN(moment) ? undefined : moment;
}
