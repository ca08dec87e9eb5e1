import { describe, expect, test } from 'vitest';
import { judgeDays, settleAudit } from '../../../src/audit/outcome/settle.js';
import { dayOf, LIMITED, refresh } from '../day-of.js';

const RULE = 'client.waits-after-429';
const refusal = [0, 'devices.read', refresh('d1', { reply: LIMITED(3) })] as const;
const early = (day: string, times = 1) =>
  dayOf(
    Array.from({ length: times }, (_, at) => [
      [at * 30_000, refusal[1], refusal[2]] as const,
      [at * 30_000 + 500, 'devices.read', refresh()] as const,
    ]).flat(),
    { day },
  );
const patient = (day: string) => dayOf([refusal, [5000, 'devices.read', refresh()]], { day });

describe('days put together', () => {
  test('a breach on one occasion is tried again on its own day', () => {
    const round = judgeDays('c', [patient('calm'), early('limits')], [RULE]);
    expect([...round.doubted]).toEqual([[RULE, ['limits']]]);
  });

  test('what comes again is broken, with both runs shown', () => {
    const first = [patient('calm'), early('limits')];
    const again = new Map([['limits', early('limits (again)')]]);
    const ruling = settleAudit(judgeDays('c', first, [RULE]), first, again).rulings.get(RULE);
    expect(ruling).toMatchObject({
      kind: 'broken',
      breaches: [{ day: 'limits' }, { day: 'limits (again)' }],
    });
  });

  test.each([
    ['held then', new Map([['limits', patient('limits (again)')]]), /then it held/],
    ['had no occasion then', new Map([['limits', dayOf([], { day: 'limits (again)' })]]), /no occasion/],
    ['was not seen then', new Map(), /nothing was seen/],
  ])('what %s is undecided, and the first run is shown', (_, again, why) => {
    const first = [patient('calm'), early('limits')];
    const ruling = settleAudit(judgeDays('c', first, [RULE]), first, again).rulings.get(RULE);
    expect(ruling).toMatchObject({ kind: 'undecided', seen: [{ day: 'limits' }] });
    expect(ruling?.kind === 'undecided' && ruling.why).toMatch(why);
  });

  test('a breach on several occasions needs no second try', () => {
    const round = judgeDays('c', [early('limits', 3)], [RULE]);
    expect(round.doubted.size).toBe(0);
    expect(round.ruled.rulings.get(RULE)).toMatchObject({ kind: 'broken', breaches: { length: 3 } });
  });

  test('only what was asked about is judged', () => {
    expect([...judgeDays('c', [early('limits')], ['client.heartbeat']).ruled.rulings.keys()]).toEqual([
      'client.heartbeat',
    ]);
  });
});
