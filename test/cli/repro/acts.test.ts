// Acts of a test bench in a script: which can be sent again, where their secrets come from, and what undoes them.
import { expect, test } from 'vitest';
import { actOf, undoingActs } from '../../../src/cli/repro/acts.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import type { StimulusRecord, TraceRecord } from '../../../src/trace/record.js';
import { read } from '../../harness/profile/profile-reading.js';
import { ENVIRONMENT, PROFILE_HEAD } from '../../harness/stimuli/stimuli-rig.js';

const HTTP = `
drop-link: { http: { url: 'http://rig.lab/{deviceId}/down', headers: { authorization: 'Bearer x' } } }
restore-link: { http: { url: 'http://rig.lab/{deviceId}/up' } }
set-analog: { http: { method: PUT, url: 'http://rig.lab/{deviceId}/{index}', body: '{value}' } }`;

const profile = profileOf(HTTP);

/** @param text what stands under `stimuli:`. */
function profileOf(text: string): Profile {
  const lines = text.split('\n').map((line) => `  ${line}`);
  return read(`${PROFILE_HEAD}stimuli:\n${lines.join('\n')}\n`, { environment: ENVIRONMENT });
}

const act = (name: string, parameters?: object): StimulusRecord => ({
  kind: 'stimulus',
  name,
  deviceId: 'dev-1',
  ...(parameters && { parameters }),
  outcome: 'applied',
});

function traceOf(...entries: readonly object[]): TraceRecord[] {
  return entries.map((entry, seq) => ({ seq, at: seq * 10, ...entry }) as TraceRecord);
}

const DETAIL = {
  device: { deviceId: 'dev-1' },
  peripherals: {
    relays: [{ index: 1, on: false }],
    digitalInputs: [{ index: 1, active: true }],
    analogInputs: [{ index: 1, value: 2.5 }],
    sensors: [],
  },
};

test('an act is sent as the profile says', () => {
  expect(actOf(act('set-analog', { index: 1, value: 3 }), profile)).toMatchObject({
    call: { method: 'PUT', url: 'http://rig.lab/dev-1/1', body: '3' },
  });
});

test.each([
  ['a command', "drop-link: { command: [./link, '{deviceId}'] }"],
  ['a question to a person', 'drop-link: { prompt: pull the plug }'],
  ['nothing', ''],
])('an act by %s is none that a script can send', (_, text) => {
  const by = text === '' ? { ...profile, stimuli: { drivers: {}, secrets: [] } } : profileOf(text);
  expect(actOf(act('drop-link'), by)).toContain('a script cannot do: drop-link');
});

test('secrets are variables of the environment', () => {
  const secret = "drop-link: { http: { url: 'https://rig.lab/', headers: { token: '${PDU_TOKEN}' } } }";
  const guarded = profileOf(
    `${secret}\nrestore-link: { http: { url: 'https://rig.lab/' } }\ncontrol: { url: 'http://127.0.0.1:9', tokenEnv: PDU_TOKEN }`,
  );
  expect(actOf(act('drop-link'), guarded)).toMatchObject({ call: { headers: { token: '${PDU_TOKEN}' } } });
  expect(actOf(act('cut-power'), guarded)).toMatchObject({
    call: {
      url: '${CONFORM_CONTROL_URL}/devices/dev-1/stimuli',
      headers: { authorization: 'Bearer ${PDU_TOKEN}' },
    },
  });
  const records = traceOf(act('drop-link'), act('cut-power'));
  expect(undoingActs(records, records, guarded)?.variables).toEqual({
    PDU_TOKEN: { is: 'a secret of the test bench' },
    CONFORM_CONTROL_URL: { is: 'the address of the control plane', usually: 'http://127.0.0.1:9' },
  });
});

test('what was cut is restored, and the device is waited for, unless that was done', () => {
  const cut = traceOf(act('drop-link'));
  expect(undoingActs(cut, cut, profile)).toMatchObject({
    undo: [{ record: { name: 'restore-link' } }],
    away: ['dev-1'],
  });
  const whole = traceOf(act('drop-link'), act('restore-link'));
  expect(undoingActs(whole, whole, profile)).toMatchObject({ undo: [], away: ['dev-1'] });
});

test('a value is set back to what was read of it before the first act', () => {
  const request = { kind: 'request', exchange: 1, channel: 'rest', what: 'devices.read', deviceId: 'dev-1' };
  const reply = { kind: 'reply', exchange: 1, channel: 'rest', data: DETAIL };
  const trace = traceOf(
    request,
    reply,
    act('set-analog', { index: 1, value: 3 }),
    act('set-analog', { index: 1, value: 4 }),
  );
  expect(undoingActs(trace.slice(2), trace, profile)?.undo).toMatchObject([
    { call: { url: 'http://rig.lab/dev-1/1', body: '2.5' } },
  ]);
});

test('what nobody has read before cannot be undone', () => {
  const trace = traceOf(act('set-analog', { index: 1, value: 3 }));
  expect(undoingActs(trace, trace, profile)).toBeUndefined();
});
