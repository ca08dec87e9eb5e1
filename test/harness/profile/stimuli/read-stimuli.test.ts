// `stimuli`, `management` and `waivers` of a profile: what is read, and what is wrong with what is written.
import { describe, expect, test } from 'vitest';
import { createOffers } from '../../../../src/harness/stimuli/offers.js';
import { problemsOf, read } from '../profile-reading.js';
import { ENVIRONMENT, PROFILE_HEAD } from '../../stimuli/stimuli-rig.js';

const sources = { environment: ENVIRONMENT };
const stimuli = (yaml: string): string => `${PROFILE_HEAD}stimuli:\n  ${yaml.split('\n').join('\n  ')}\n`;
/** Problems without the code frames, which show the same file each time. */
function problems(text: string): string[] {
  return problemsOf(text, sources)
    .split('\n')
    .filter((line) => line !== '' && !/^[> ]+\d* *\|/.test(line));
}

describe('the stimuli of a profile', () => {
  test('say how a value is written, in forms that fit it', () => {
    expect(
      problems(
        stimuli(`set-input: { http: { url: 'http://localhost/{index:from1}', body: '{"to": "{value(high)}", "as": "{value:x2}"}' } }
set-analog: { http: { url: 'http://localhost', body: '{"to": {value(a|b)}, "or": {valeu(a|b)}}' } }
inject-rs485: { http: { url: 'http://localhost/{deviceId:hex}', body: '{data:base32}' } }`),
      ),
    ).toEqual([
      expect.stringContaining('{index:from1} says nothing that is known'),
      'Write {index} for an index from 1, or {index:from0}.',
      expect.stringContaining('{value(high)} says nothing that is known'),
      'Write two words for true and false, as in {value(high|low)}.',
      expect.stringContaining('{value:x2} says nothing that is known'),
      'Write two words for true and false, as in {value(high|low)}.',
      expect.stringContaining('{value(a|b)} says nothing that is known'),
      'Write {value}, or {value:x1000} for a thousand times the value.',
      expect.stringContaining('unknown placeholder "{valeu}"'),
      'Did you mean "{value}"?',
      expect.stringContaining('{deviceId:hex} says nothing that is known'),
      'Write {deviceId} and nothing behind the name.',
      expect.stringContaining('{data:base32} says nothing that is known'),
      expect.stringContaining('with one of hex, HEX'),
    ]);
  });

  test('have one driver each, that fits, with placeholders that have a value', () => {
    expect(
      problems(
        stimuli(`cut-powr: { prompt: x }
cut-power: { devices: [bench] }
restore-power: { prompt: x, command: [y] }
drop-link: { wiring: [{ device: bench, input: 1, relay: 1 }] }
restore-link: { prompt: 'Plug {devic} in, {index}' }
set-input: { wiring: [{ device: bnch, input: 1, relay: 1 }, { device: spare, input: 1, relay: 3 }] }
set-sensor: { prompt: x, devices: [benhc], timeout: 20m }`),
      ),
    ).toMatchInlineSnapshot(`
      [
        "lab.yaml:9:3  unknown key "cut-powr" in stimuli",
        "Did you mean "cut-power"?",
        "lab.yaml:15:55  stimuli.set-sensor.timeout: expected a duration of at most 10m, such as 3s or 500ms",
      ]
    `);
    expect(
      problems(
        stimuli(`cut-power: { devices: [bench] }
restore-power: { prompt: x, command: [y] }
drop-link: { wiring: [{ device: bench, input: 1, relay: 1 }] }
restore-link: { prompt: 'Plug {devic} in, {index}' }
set-input: { wiring: [{ device: bnch, input: 1, relay: 1 }, { device: spare, input: 1, relay: 3 }] }
set-sensor: { prompt: x, devices: [benhc], env: { A: b } }`),
      ),
    ).toMatchInlineSnapshot(`
      [
        "lab.yaml:9:14  cut-power has no driver",
        "Take one of http, command, prompt, wiring.",
        "lab.yaml:10:18  restore-power has 2 drivers: command, prompt",
        "Take one of http, command, prompt, wiring.",
        "lab.yaml:11:24  wiring drives digital inputs, so it cannot do drop-link",
        "lab.yaml:12:27  unknown placeholder "{devic}"",
        "Did you mean "{device}"?",
        "lab.yaml:12:27  unknown placeholder "{index}"",
        "Known: {deviceId}, {device}.",
        "lab.yaml:13:35  unknown device "bnch"",
        "Did you mean "bench"?",
        "lab.yaml:13:97  relay 3 of spare may not be switched",
        "Write devices.spare.relays: [3].",
        "lab.yaml:14:38  unknown device "benhc"",
        "Did you mean "bench"?",
        "lab.yaml:14:51  env goes with command",
      ]
    `);
  });

  test('keep secrets in the environment, and off command lines and open networks', () => {
    expect(
      problems(
        stimuli(`control: { url: 'ftp://x', tokenEnv: NO_TOKEN }
cut-power: { http: { url: 'http://pdu.lab/{deviceId}', headers: { a: '\${PDU_TOKEN}' } } }
restore-power: { http: { url: 'https://me:secret@pdu.lab/', value: /on } }
drop-link: { command: [link, '\${PDU_TOKEN}'] }
executions: { http: { url: 'https://pdu.lab/{value}' } }`),
      ),
    ).toMatchInlineSnapshot(`
      [
        "lab.yaml:9:19  "ftp://x" is no https:// or http:// address",
        "Write it in full, such as https://pdu.lab/outlets/{deviceId}/off.",
        "lab.yaml:9:40  the environment variable NO_TOKEN is not set",
        "It holds a secret that stimuli need: export NO_TOKEN='...'",
        "lab.yaml:10:29  secrets would go to pdu.lab unencrypted",
        "Use https://, or set tls.insecure: true if the network in between can be trusted.",
        "lab.yaml:11:33  an address holds no credentials",
        "Send them in a header, from \${NAME}.",
        "lab.yaml:11:70  a stimulus has no value to read",
        "Leave "value" out.",
        "lab.yaml:12:32  a secret on a command line can be seen by everybody on the machine",
        "Hand it over with env: { NAME: '\${NAME}' }.",
        "lab.yaml:13:23  missing: where the number stands in the reply",
        "As in "value: /count", a JSON Pointer.",
        "lab.yaml:13:30  unknown placeholder "{value}"",
        "Known: {deviceId}, {device}.",
      ]
    `);
  });

  test('take plain addresses when no secret goes there, or the profile says that it may', () => {
    const plain = stimuli("cut-power: { http: { url: 'http://pdu.lab/{deviceId}/off' } }");
    expect(read(plain, sources).stimuli?.drivers['cut-power']).toMatchObject({
      how: { kind: 'http', method: 'POST' },
      timeout: 10_000,
    });
    const secret = stimuli("cut-power: { http: { url: 'http://pdu.lab/', headers: { a: '${PDU_TOKEN}' } } }");
    const profile = read(`tls: { insecure: true }${secret}`, sources);
    expect(profile.stimuli?.secrets).toEqual([{ value: 'pdu-token-text', alias: '<PDU_TOKEN>' }]);
  });

  test('make the wired input of a device one that can be set', () => {
    const profile = read(stimuli('set-input: { wiring: [{ device: bench, input: 4, relay: 2 }] }'), sources);
    expect(profile.devices['bench']?.inputs).toEqual([4]);
  });
});

describe('what is offered', () => {
  const offers = (yaml: string, interactive = false) =>
    createOffers(read(stimuli(yaml), sources), { interactive });

  test('is what has a driver, for the devices that it works for, and something that undoes it', () => {
    const offered = offers(`cut-power: { prompt: Cut it. }
drop-link: { command: [down], devices: [bench] }
restore-link: { command: [up] }
set-input: { wiring: [{ device: bench, input: 1, relay: 2 }] }`);
    expect(offered('drop-link', 'bench')).toEqual({ kind: 'ok' });
    expect(offered('drop-link', 'spare')).toEqual({
      kind: 'missing',
      reason: 'drop-link is declared only for bench',
    });
    expect(offered('set-input', 'bench')).toEqual({ kind: 'ok' });
    expect(offered('set-input', 'spare')).toMatchObject({ kind: 'missing' });
    expect(offered('cut-power')).toEqual({
      kind: 'missing',
      reason: 'cut-power is for the operator, and there is no terminal to ask at',
    });
    expect(offers('cut-power: { prompt: Cut it. }', true)('cut-power')).toMatchInlineSnapshot(`
      {
        "kind": "missing",
        "reason": "cut-power needs restore-power, which puts it back: add under stimuli: "restore-power: { http: { method: POST, url: 'http://pdu.lab/{deviceId}/on' } }"",
      }
    `);
    expect(offered('executions')).toMatchInlineSnapshot(`
      {
        "kind": "missing",
        "reason": "add under stimuli: "executions: { command: [./count-operations, '{deviceId}'] }"",
      }
    `);
  });

  test('is everything where there is a control plane', () => {
    const offered = offers("control: { url: 'http://127.0.0.1:7071/control/v1', tokenEnv: PDU_TOKEN }");
    expect(offered('expire-tokens')).toEqual({ kind: 'ok' });
    expect(offered('cut-power', 'spare')).toEqual({ kind: 'ok' });
  });
});

test('a device that may be managed is no device of the other checks, and its password is a secret', () => {
  expect(
    problems(`${PROFILE_HEAD}management: { deviceId: dev-1, profileId: io, passwordEnv: NO_PASSWORD }\n`),
  ).toMatchInlineSnapshot(`
    [
      "lab.yaml:8:25  dev-1 is also the device bench, which the other checks need",
      "Take a device that may vanish at any moment, and leave it out of devices.",
      "lab.yaml:8:60  the environment variable NO_PASSWORD is not set",
      "It holds the password of device dev-1: export NO_PASSWORD='...'",
    ]
  `);
  const profile = read(
    `${PROFILE_HEAD}management: { deviceId: dev-3, profileId: io, passwordEnv: PDU_TOKEN }\nshared: true\n`,
    sources,
  );
  expect(profile.management).toEqual({
    deviceId: 'dev-3',
    profileId: 'io',
    password: 'pdu-token-text',
    passwordEnv: 'PDU_TOKEN',
  });
  expect(profile.shared).toBe(true);
});

test('waivers are for rules that there are, until a day', () => {
  expect(
    problems(`${PROFILE_HEAD}waivers:
  - { rule: refresh.min-intervall, reason: known, until: 2030-01-31 }
  - { rule: ws.ping, reason: '', until: soon }
`),
  ).toMatchInlineSnapshot(`
    [
      "lab.yaml:10:30  waivers.1.reason: expected why the breach is accepted",
      "lab.yaml:10:41  waivers.1.until: expected a day, as in 2026-12-31",
    ]
  `);
  expect(
    problems(`${PROFILE_HEAD}waivers:
  - { rule: refresh.min-intervall, reason: known, until: 2030-01-31 }
  - { rule: ws.ping, reason: known, until: 2030-01-31 }
  - { rule: ws.ping, reason: known, until: 2030-01-31 }
`),
  ).toMatchInlineSnapshot(`
    [
      "lab.yaml:9:13  unknown rule "refresh.min-intervall"",
      "Did you mean "refresh.min-interval"?",
      "lab.yaml:11:13  "ws.ping" is also the rule of a waiver",
    ]
  `);
});
