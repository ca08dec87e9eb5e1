// Tries an invariant on traces: each law holds in a right one, and is broken by its rule in a wrong one.
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { withWitnesses } from '../../../src/harness/witness/witness.js';
import { checkOf, holdWitness, provenIn } from '../witness/hold-witness.js';
import { createTraceWriter, judged, type TraceWriter } from './program-traces.js';

export interface Law {
  readonly says: string;
  readonly right: (trace: TraceWriter) => void;
  readonly wrong: (trace: TraceWriter) => void;
  readonly rule: string;
}

export function describeLaws(invariant: string, laws: readonly Law[]): void {
  describe.each(laws)(`${invariant}: $says`, ({ rule, right, wrong }) => {
    const hear = (write: (trace: TraceWriter) => void): readonly string[] => {
      const trace = createTraceWriter();
      write(trace);
      return judged(trace, invariant);
    };

    it('holds in a right trace', () => {
      expect(hear(right).filter((each) => each.endsWith('fail'))).toEqual([]);
    });

    it(`fails in a wrong one, and names ${rule}`, () => {
      expect(hear(wrong)).toContain(`${rule} fail`);
    });

    it(`has a witness in the wrong one that is as small as it gets`, () => {
      const trace = createTraceWriter();
      wrong(trace);
      const found = judge(trace.records(), { strict: true, dropped: 0, alone: true, eventPatience: 1000 });
      const proven = provenIn([withWitnesses(checkOf(trace.records(), found))]);
      expect(proven.map((each) => each.rule)).toContain(rule);
      for (const each of proven) {
        expect(each.witness.proof).toBe('judge');
        holdWitness(each);
      }
    });
  });
}
