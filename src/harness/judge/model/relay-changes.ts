// Changes of relays that took place beyond doubt: from one known state to the other, with nothing else that
// could have touched the relay meanwhile.
import type { Interval } from '../../../kernel/interval.js';
import type { RegisterHistory, HistoryRead, HistoryWrite } from './history.js';

export interface SeenRelayChange {
  readonly register: string;
  readonly to: boolean;
  /** It took place in here. */
  readonly span: Interval;
  readonly exchange: number;
  /** When the next write to the relay may begin; until then the relay is as it was left. */
  readonly lastsUntil: number;
}

export function relayChanges({ writes, reads }: RegisterHistory): readonly SeenRelayChange[] {
  return writes.flatMap((write) =>
    write.certain
      ? [...write.values].flatMap(([register, to]) =>
          typeof to === 'boolean' ? changeBy(write, register, to, writes, reads) : [],
        )
      : [],
  );
}

function changeBy(
  write: HistoryWrite,
  register: string,
  to: boolean,
  writes: readonly HistoryWrite[],
  reads: readonly HistoryRead[],
): readonly SeenRelayChange[] {
  const others = writes.filter((each) => each !== write && each.values.has(register));
  const known = knownBefore(write.span.from, register, others, reads);
  if (known?.value !== !to) return [];
  // Whatever may have come in between may have made the change already, or undone it.
  const between = others.some(
    (each) => each !== known.by && each.span.to >= known.from && each.span.from <= write.span.to,
  );
  if (between) return [];
  const later = others.map(({ span }) => span.from).filter((from) => from > write.span.to);
  return [{ register, to, span: write.span, exchange: write.exchange, lastsUntil: Math.min(...later) }];
}

interface Known {
  readonly value: boolean | number | undefined;
  readonly from: number;
  readonly by: HistoryWrite | undefined;
}

/** The latest sight or setting of the register that was over by then. */
function knownBefore(
  moment: number,
  register: string,
  writes: readonly HistoryWrite[],
  reads: readonly HistoryRead[],
): Known | undefined {
  const set = writes
    .filter(({ certain, span }) => certain && span.to < moment)
    .map((by) => ({ value: by.values.get(register), from: by.span.from, by }));
  const seen = reads
    .filter(({ span, values }) => span.to < moment && values.has(register))
    .map(({ span, values }) => ({ value: values.get(register), from: span.from, by: undefined }));
  return [...set, ...seen].toSorted((a, b) => b.from - a.from)[0];
}
