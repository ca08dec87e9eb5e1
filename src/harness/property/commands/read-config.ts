// Reads the configuration of a device.
import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import type { DrawnRequest } from './request.js';

export function drawReadConfig({ devices, clients }: ProgramFacts): fc.Arbitrary<DrawnRequest>[] {
  const asked = clients.map(({ name }) => (name === 'first' ? {} : { client: name }));
  return devices.map(({ name }) =>
    fc.constantFrom(...asked).map((client) => ({ step: { readConfig: name, ...client }, creates: false })),
  );
}
