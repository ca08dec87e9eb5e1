import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { loadDays } from '../../../src/cli/load/days.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import type { LivedDay } from '../../../src/audit/outcome/lived-day.js';
import { type AuditProgress, type Live, runAudit } from '../../../src/lab/audit/run-audit.js';
import { asClient } from '../../../src/lab/audit/as-client.js';
import type { ClientTraffic } from '../../../src/audit/traffic/traffic.js';
import { dayOf, LIMITED, refresh } from '../../audit/day-of.js';
import { lived } from '../../audit/outcome/lived.js';

const fleet = loadFleet(undefined, process.cwd());
if (!fleet.ok) throw new Error('the program has lost its fleet');
const loaded = loadDays(join('scenarios', 'clients'), fleet.value.spec, process.cwd());
const days = loaded.ok ? loaded.value : [];
const RULE = 'client.waits-after-429';

function staged(...ids: readonly string[]) {
  return ids.flatMap((id) => days.filter(({ day }) => day.id === id));
}

const impatient = (day: string): ClientTraffic =>
  dayOf(
    [
      [0, 'devices.read', refresh('d1', { reply: LIMITED(3) })],
      [500, 'devices.read', refresh()],
    ],
    { day },
  );

async function audit(live: Live, rest: { canRepeat?: boolean; signal?: AbortSignal; jobs?: number } = {}) {
  const progress: AuditProgress[] = [];
  const plan = {
    rules: [RULE] as const,
    jobs: 4,
    seed: 5,
    canRepeat: true,
    signal: new AbortController().signal,
  };
  const audited = await runAudit({ days: staged('calm', 'tight-limits'), ...plan, ...rest }, live, (each) =>
    progress.push(each),
  );
  return { audited, ruling: audited.ruled.rulings.get(RULE), progress };
}

const quiet = (name: string): LivedDay =>
  lived({ name, traffic: dayOf([[0, 'devices.list']], { day: name }) });
const bad = (name: string): LivedDay => lived({ name, traffic: impatient(name) });

describe('an audit', () => {
  test('lives the day of a doubtful breach again, with another seed and name, and no other', async () => {
    const asked: string[] = [];
    const { ruling, audited } = await audit((each, name, seed) => {
      asked.push(`${name} ${seed}`);
      return Promise.resolve({ ...(each.day.id === 'calm' ? quiet(name) : bad(name)), day: each.day });
    });
    expect(asked).toEqual(['calm 5', 'tight-limits 5', 'tight-limits (again) 6']);
    expect(ruling).toMatchObject({
      kind: 'broken',
      breaches: [{ day: 'tight-limits' }, { day: 'tight-limits (again)' }],
    });
    expect(audited.again.map(({ name }) => name)).toEqual(['tight-limits (again)']);
  });

  test('does not call broken what does not come again', async () => {
    const { ruling } = await audit((each, name) => {
      const isFirst = name === 'tight-limits';
      return Promise.resolve({ ...(isFirst ? bad(name) : quiet(name)), day: each.day });
    });
    expect(ruling?.kind).toBe('undecided');
  });

  test('lives no day again where others start the clients', async () => {
    const { ruling, audited } = await audit(
      (each, name) => Promise.resolve({ ...bad(name), day: each.day }),
      { canRepeat: false },
    );
    expect([ruling?.kind, audited.again.length]).toEqual(['broken', 0]);
  });

  test('begins no further day once it is interrupted', async () => {
    const over = new AbortController();
    const { audited } = await audit(
      (each, name) => {
        over.abort();
        return Promise.resolve({ ...quiet(name), day: each.day });
      },
      { jobs: 1, signal: over.signal },
    );
    expect(audited.days.map(({ name }) => name)).toEqual(['calm']);
  });
});

describe('the client of a day', () => {
  test('is the same on all days, and faults that are meant for it follow', () => {
    const [denied, disabled] = staged('denied-scopes', 'disabled-client');
    if (!denied || !disabled) throw new Error('the days are there');
    const me = { clientId: 'me', clientSecret: 'hush' };
    expect(asClient(denied, me).fleet.clients.find(({ clientId }) => clientId === 'me')).toMatchObject({
      secret: 'hush',
      scopes: ['device:read'],
    });
    expect(asClient(disabled, me).day.faults[0]).toMatchObject({ on: { client: 'me' } });
    const operator = { clientId: 'operator', clientSecret: 'x' };
    const { clients } = asClient(denied, operator).fleet;
    expect(clients.filter(({ clientId }) => clientId === 'operator').length).toBe(1);
  });
});
