// A group that is missing from the state of a device: the target's breach where nothing else could be that group.
import { describe, expect, it } from 'vitest';
import { type Mismatch, withDeviceGroups } from '../../../../src/dialect/dialect.js';
import { createMisfits, stateGroupsOf } from '../../../../src/harness/target/misfit/misfits.js';
import { loadDialect } from '../../../../src/cli/load/dialect.js';

const loaded = loadDialect('proof/strangers/javascript/conform/dialect.yaml', process.cwd());
if (!loaded.ok) throw new Error('the dialect can be read');
const { shapes, namesOf } = loaded.value;
const GROUPS = stateGroupsOf({ shapes, namesOf });

const IO = { relays: { r1: 1 }, din: '01', ain: { a0: '4.2 mA' }, probes: { t0: '21' } };

/** What a first refresh with this state in it comes to. */
function rulesOf(io: object): readonly string[] {
  const unit = { device_no: 40117, link_up: true, mains_ok: 1, io };
  const decoded = withDeviceGroups(shapes.deviceDetail.decode({ unit }, '/data'), () => true);
  const mismatches: readonly Mismatch[] = decoded.ok ? [] : decoded.mismatches;
  return createMisfits(false, GROUPS)
    .see('device state', mismatches, { unit })
    .map(({ rule }) => rule);
}

describe('the first state of a device', () => {
  it('is right with all of its groups', () => {
    expect(rulesOf(IO)).toEqual([]);
  });

  it('lacks a group where the others are there', () => {
    const { ain: _, ...others } = IO;
    expect(rulesOf(others)).toEqual(['devices.refresh-covers-all']);
    expect(rulesOf({ ...others, taken_at: '2026-11-22' })).toEqual([]);
    expect(rulesOf({ ...others, revision: 7 })).toEqual(['devices.refresh-covers-all']);
  });

  it('may have the group under a name that the dialect does not know', () => {
    const { ain, ...others } = IO;
    expect(rulesOf({ ...others, analog: ain })).toEqual([]);
  });

  it('may be written otherwise where nothing fits', () => {
    expect(rulesOf({})).toEqual([]);
    const { ain: _, ...others } = IO;
    expect(rulesOf({ ...others, din: [0, 1] })).toEqual([]);
  });
});
