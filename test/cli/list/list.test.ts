// Whatever a command takes by name, `conform list` lists, with its parameters and a command line that works.
import { describe, expect, it } from 'vitest';
import { LIST_NAMES } from '../../../src/cli/names.js';
import { faultExample } from '../../../src/cli/list/faults.js';
import { STIMULUS_COMMANDS } from '../../../src/cli/device/stimuli.js';
import { DEFAULT_FLEET } from '../../../src/cli/package-files.js';
import { createProgram } from '../../../src/cli/program.js';
import { FAULT_TYPES } from '../../../src/simulator/faults/registry.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { startRig } from '../../simulator/control/rig.js';
import { caughtIo } from '../caught-io.js';
import { conformHere } from '../command-line.js';

describe.each(LIST_NAMES)('conform list %s', (name) => {
  it('lists for people and for programs', async () => {
    const { code, out, err } = await conformHere('list', name);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const data = JSON.parse((await conformHere('list', name, '--json')).out);
    expect(data.length).toBeGreaterThan(0);
    for (const { name: one, id, kind, type, clientId, rule } of data)
      expect(out).toContain(one ?? id ?? (name === 'stimuli' ? kind : (type ?? clientId ?? rule)));
  });
});

async function onDemo() {
  const fleet = loadFleet(undefined, process.cwd());
  if (!fleet.ok) throw new Error(`${DEFAULT_FLEET} is broken`);
  const { simulator } = await startRig({ fleet: fleet.value.spec });
  const { url, token } = simulator.control!;
  return async (line: string) => {
    const io = caughtIo({ env: { CONFORM_CONTROL: url, CONFORM_CONTROL_TOKEN: token } });
    let code = -1;
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    await createProgram(io, (given) => (code = given)).parseAsync(['node', ...words]);
    return { code, ...io.said() };
  };
}

describe('the examples of a list', () => {
  it('of faults are taken by the simulator', async () => {
    const run = await onDemo();
    for (const fault of FAULT_TYPES)
      expect({ type: fault.type, ...(await run(faultExample(fault))) }).toMatchObject({
        type: fault.type,
        code: 0,
        err: '',
      });
  });

  it('of stimuli are taken by the simulator', async () => {
    const run = await onDemo();
    for (const { kind, example } of STIMULUS_COMMANDS)
      expect(await run(`conform device ${kind} bench-01 ${example}`.trim())).toMatchObject({
        code: 0,
        err: '',
      });
  });
});

describe('the help of a fault', () => {
  it('shows its parameters, with what they are without being given', async () => {
    const { code, out } = await conformHere('fault', 'add', 'latency', '--help');
    expect(code).toBe(0);
    expect(out).toContain('--probability <p>');
    expect(out).toContain('--with delay=...  How much longer (default: 1s)');
    expect(out).toContain('--with where=before|after');
    expect(out).toContain('Example: conform fault add latency --device bench-01 --for 30s');
  });

  it('suggests the fault that was meant', async () => {
    const { code, err } = await conformHere('fault', 'add', 'latncy', '--help');
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "latency"?');
    expect((await conformHere('fault', 'add')).err).toContain("missing required argument 'type'");
  });
});

describe('a dialect of the gallery', () => {
  it('is taken by its name', async () => {
    expect((await conformHere('spec', 'openapi', '--dialect', 'aws-iot-shadow')).code).toBe(0);
  });
});
