// A heartbeat: cheap traffic on a connection, and a neighbour for replies that could be mixed up.
import fc from 'fast-check';
import { CONNECTION_NAMES } from '../facts.js';
import type { DrawnRequest } from './request.js';

export function ping(): fc.Arbitrary<DrawnRequest>[] {
  return CONNECTION_NAMES.map((via) => fc.constant({ step: { ping: null, via }, creates: false }));
}
