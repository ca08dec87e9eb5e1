// The packing bound: operations that are each known to occupy a device for some time do not fit into less time
// than they take together (busy.one-at-a-time).
import { SUCCESS } from '../../../contract/error-codes.js';
import { groupBy } from '../../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import { surelyWaited } from '../surely-waited.js';
import { type Intended, intendedIn } from '../model/intended.js';

export const packing: Invariant = {
  name: 'packing',
  rules: ['busy.one-at-a-time'],
  judge: (view) => {
    const lasting = intendedIn(view).flatMap(lastingOf);
    return [...groupBy(lasting, ({ deviceId }) => deviceId).values()].flatMap(judgePacking);
  },
};

interface Lasting {
  readonly deviceId: string;
  readonly exchange: number;
  readonly from: number;
  readonly to: number;
  readonly takes: number;
}

/** A transceive that nobody answered has kept the device for its whole timeout. */
function lastingOf({ operation, uses, status, deviceId, span, endSeenAt }: Intended): readonly Lasting[] {
  const ended = uses.find(({ reply }) => reply?.code === SUCCESS);
  const takes = surelyWaited(operation, status);
  if (!ended || endSeenAt === undefined || takes === 0) return [];
  return [{ deviceId, exchange: ended.id, from: span.from, to: endSeenAt, takes }];
}

function judgePacking(all: readonly Lasting[]): readonly InvariantJudgement[] {
  if (all.length < 2) return [];
  for (const { from } of all) {
    for (const { to } of all) {
      const inside = all.filter((each) => each.from >= from && each.to <= to);
      const needed = inside.reduce((sum, { takes }) => sum + takes, 0);
      if (inside.length > 1 && needed > to - from) return [broken(inside, needed, to - from)];
    }
  }
  const expected = 'the operations to fit one after the other';
  return [judgement('busy.one-at-a-time', true, expected, 'they do', ...all.map(({ exchange }) => exchange))];
}

function broken(inside: readonly Lasting[], needed: number, span: number): InvariantJudgement {
  const expected = `${inside.length} transceives that nobody answered to take ${Math.round(needed)} ms at least, one after the other`;
  const actual = `all were carried out within ${Math.round(span)} ms`;
  return judgement('busy.one-at-a-time', false, expected, actual, ...inside.map(({ exchange }) => exchange));
}
