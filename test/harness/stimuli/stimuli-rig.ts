// Stimuli out of a profile text, as tests use them: on a manual clock, recorded into the trace of a rig.
import { onTestFinished } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import type { Act } from '../../../src/harness/profile/stimuli/catalogue.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { plainDialect } from '../target/plain-dialect.js';
import {
  createStimuli,
  type Stimuli,
  type StimuliOptions,
  type StimuliSession,
} from '../../../src/harness/stimuli/create-stimuli.js';
import { read } from '../profile/profile-reading.js';
import { createRig, type Rig, type Script } from '../target/rig.js';

export const PROFILE_HEAD = `
baseUrl: http://localhost
clients:
  operator: { clientId: client-1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control] }
devices:
  bench: { deviceId: dev-1, relays: [1, 2], inputs: [1], analogInputs: [1], sensors: [probe] }
  spare: { deviceId: dev-2, relays: [] }
`;

export const ENVIRONMENT = { OPERATOR_SECRET: 'o-secret', PDU_TOKEN: 'pdu-token-text' };
const BENCH_DEVICE = { name: 'bench', deviceId: 'dev-1' };
const STATE = {
  relays: [{ index: 1, on: false }],
  digitalInputs: [{ index: 1, active: true }],
  analogInputs: [{ index: 1, value: 2.5 }],
  sensors: [{ key: 'probe', value: 20 }],
};

export interface StimuliRig extends Rig {
  readonly stimuli: Stimuli;
  readonly session: StimuliSession;
  readonly profile: Profile;
  /** Does it to the bench device. */
  act(
    name: Act['name'],
    parameters?: Omit<Act, 'name'>,
    signal?: AbortSignal,
  ): ReturnType<StimuliSession['act']>;
}

/** @param text what stands under `stimuli:`. */
export function stimuliRig(
  text: string,
  options: Partial<StimuliOptions> = {},
  script: Script = {},
): StimuliRig {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `  ${line}`);
  const profile = read(`${PROFILE_HEAD}stimuli:\n${lines.join('\n')}\n`, { environment: ENVIRONMENT });
  const rig = createRig(script, { profile });
  const { forbidsAct, forbidsUndo, learnRelays } = createGate({ profile, dialect: plainDialect });
  learnRelays('dev-1', [1, 2]);
  learnRelays('dev-2', []);
  const stimuli = createStimuli({
    profile,
    clock: rig.clock,
    random: createRandom(1),
    forbidsAct,
    forbidsUndo,
    ...options,
  });
  onTestFinished(() => stimuli.close());
  stimuli.noteInitial('dev-1', STATE);
  const session = stimuli.open(rig.target);
  return {
    ...rig,
    stimuli,
    session,
    profile,
    act: (name, parameters = {}, signal = new AbortController().signal) =>
      session.act({ name, device: BENCH_DEVICE, ...parameters }, signal),
  };
}

/** A command of Node that runs a text, as a flow list of YAML; its words are double-quoted. */
export function node(source: string, ...words: string[]): string {
  return JSON.stringify([process.execPath, '-e', source, ...words]);
}
