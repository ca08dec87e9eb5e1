// Asks for the state of a device, over either channel.
import type fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { type DrawnRequest, routes } from './request.js';

export function drawRefresh(facts: ProgramFacts): fc.Arbitrary<DrawnRequest>[] {
  return facts.devices.map(({ name }) =>
    routes(facts, 'device:read').map((route) => ({ step: { refresh: name, ...route }, creates: false })),
  );
}
