// The names of checks in the outputs of a run, whatever its secrets are made of.
import { expect, it } from 'vitest';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { plan } from '../../../src/harness/run/plan.js';
import { run } from '../../../src/harness/run/run.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { SCENARIOS } from '../../self-test/run-in-virtual-time.js';

it('are shown whole, though a secret has words of them, and the secret is shown in no part of its own', async () => {
  const [fleet, dialect] = [loadFleet(undefined, process.cwd()), loadDialect('default', process.cwd())];
  if (!fleet.ok || !dialect.ok) throw new Error('the demo fleet can be read');
  const { open, clock } = await openInProcess({ fleet: fleet.value.spec, dialect: dialect.value });
  const planned = plan(SCENARIOS, open.profile, { only: ['devices/unknown', 'devices/list'] });
  if (!planned.ok) throw new Error('there is a plan');
  const ids = planned.plan.checks.map(({ id }) => id);
  expect(ids).toContain('devices/unknown:device-configuration');
  expect(ids).toContain('devices/unknown:device-password');
  await clock.runUntil(thenClose(run(open, { plan: planned.plan }), open));
  for (const id of ids) expect(open.secrets.redact(`${id} in a sentence`)).toBe(`${id} in a sentence`);
  const secret = 'demo-configurator-secret';
  expect(open.secrets.redact(`it says ${secret}`)).toBe('it says <secret of configurator>');
  expect(open.secrets.redact(`it says ${secret.slice(8)}`)).not.toContain('rator-secret');
  expect(open.secrets.redact(`it says ${btoa(secret)}`)).not.toContain(btoa(secret).slice(4, 16));
});
