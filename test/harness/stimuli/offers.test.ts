// What a profile lacks beside the interface is skipped, with the line that would change it.
import { expect, test } from 'vitest';
import { plan } from '../../../src/harness/run/plan.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import { createOffers } from '../../../src/harness/stimuli/offers.js';
import { read } from '../profile/profile-reading.js';
import { ENVIRONMENT, PROFILE_HEAD } from './stimuli-rig.js';

const profileWith = (yaml: string): Profile => read(PROFILE_HEAD + yaml, { environment: ENVIRONMENT });

/** Devices that a scenario with these needs and steps could have; or why it is skipped. */
function planned(needs: string, steps: string, yaml: string, instead?: string): unknown {
  const text = `title: t
rules: [events.offline]
needs:
  clients: { operator: ['device:read'] }
  ${needs}
steps:
  - connect: watch
  ${steps}
  - expectEvent: device.connection.offline
    on: watch
`;
  const parsed = parseScenario(text, 'scenarios/test/case.yaml');
  if (!parsed.ok) return parsed.problems.map(({ message }) => message);
  const profile = profileWith(yaml);
  const offers = createOffers(profile, { interactive: false, ...(instead && { instead }) });
  const chosen = plan([parsed.value], profile, {}, offers);
  if (!chosen.ok) return chosen.problems;
  return chosen.plan.checks[0]?.devices ?? chosen.plan.skipped[0]?.reason;
}

const DROP = '- { stimulate: drop-link, device: plant }';
const PLANT = 'devices: { plant: {} }';

test('a stimulus that nobody can do is named with the line to add', () => {
  expect(planned(PLANT, DROP, '')).toMatchInlineSnapshot(
    `"no stimulus drop-link: add under stimuli: "drop-link: { command: [./link, '{deviceId}', down] }""`,
  );
  expect(planned(PLANT, DROP, '', 'take --control')).toBe('no stimulus drop-link: take --control');
  expect(planned(PLANT, DROP, 'stimuli: { drop-link: { command: [down] } }')).toMatchInlineSnapshot(
    `"no stimulus drop-link: drop-link needs restore-link, which puts it back: add under stimuli: "restore-link: { command: [./link, '{deviceId}', up] }""`,
  );
  expect(planned(PLANT, '- { witness: executions, device: plant, as: w }', '')).toMatchInlineSnapshot(
    `"no witness executions: add under stimuli: "executions: { command: [./count-operations, '{deviceId}'] }""`,
  );
  expect(planned(`${PLANT}\n  stimuli: [expire-tokens]`, '- ping:', '')).toMatchInlineSnapshot(
    `"no stimulus expire-tokens: add under stimuli: "expire-tokens: { command: [./client, '{clientId}', expire-tokens] }""`,
  );
});

test('only devices that it can be done to are taken', () => {
  const both = 'stimuli: { drop-link: { command: [d], devices: [spare] }, restore-link: { command: [u] } }';
  expect(planned(PLANT, DROP, both)).toEqual({ plant: ['spare'] });
  const all = "stimuli: { control: { url: 'http://127.0.0.1:1', tokenEnv: PDU_TOKEN } }";
  expect(planned(PLANT, DROP, all)).toEqual({ plant: ['bench', 'spare'] });
  const set = '- { stimulate: set-input, device: plant, input: door, active: true }';
  expect(planned('devices: { plant: { inputs: [door] } }', set, all)).toEqual({ plant: ['bench'] });
  expect(planned('devices: { plant: { inputs: [door, gate] } }', set, all)).toMatchInlineSnapshot(
    `"no device with inputs that stimuli may set; add to a device under devices: "inputs: […, …]""`,
  );
});

test('management needs a device that is offered for it', () => {
  expect(planned('management: true', '- ping:', '')).toMatchInlineSnapshot(
    `"device management: the profile offers no device for it; add "management: { deviceId: …, profileId: …, passwordEnv: … }""`,
  );
  const offered = 'management: { deviceId: m-1, profileId: io, passwordEnv: PDU_TOKEN }';
  expect(planned('management: true', '- ping:', offered)).toEqual({});
});

test('a stimulus says what it takes', () => {
  expect(planned(PLANT, '- { stimulate: set-input, device: plant, value: 3, input: door }', '')).toEqual([
    'set-input needs "active"',
    '"value" means nothing to set-input',
    'unknown inputs of plant "door"',
  ]);
});
