// A heartbeat: cheap traffic on a connection, and a neighbour for replies that could be mixed up.
import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import type { DrawnRequest } from './request.js';

export function drawPing({ connections }: ProgramFacts): fc.Arbitrary<DrawnRequest>[] {
  return connections.map((via) => fc.constant({ step: { ping: null, via }, creates: false }));
}
