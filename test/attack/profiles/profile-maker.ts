// Profiles of a simulator that are wrong in some ways, and the options of a run: seeded.
import type { RandomStream } from '../../../src/kernel/random.js';

export interface Tried {
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
  /** The profile, as YAML. */
  readonly text: string;
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Draft {
  readonly clients: Record<string, Record<string, unknown>>;
  readonly devices: Record<string, Record<string, unknown>>;
  readonly more: Record<string, unknown>;
  readonly env: Record<string, string>;
}

/** One thing that does not fit the simulator, or that the gate has to refuse. */
const WRONGS: Readonly<Record<string, (draft: Draft) => void>> = {
  'a device that is not there': ({ devices }) => (devices['ghost'] = { deviceId: 'ghost-1', relays: [1, 2] }),
  'a relay that is not there': ({ devices }) =>
    (devices['second'] = { deviceId: 'bench-02', relays: [1, 9] }),
  'relays that are not listed': ({ devices }) => (devices['plant'] = { ...devices['plant'], relays: [2] }),
  'no relay at all': ({ devices }) => {
    for (const device of Object.values(devices)) device['relays'] = [];
  },
  'an odd identifier': ({ devices }) => (devices['odd'] = { deviceId: 'all', relays: [1] }),
  'an identifier that is a path': ({ devices }) =>
    (devices['dots'] = { deviceId: '../bench-03', relays: [1] }),
  'an identifier of nobody': ({ devices }) =>
    (devices['nobody'] = { deviceId: 'conform-no-such-a', relays: [1] }),
  'an identifier in other letters': ({ devices }) =>
    (devices['capitals'] = { deviceId: 'BENCH-01', relays: [1] }),
  'a client that is not there': ({ clients }) =>
    (clients['stranger'] = { clientId: 'stranger', clientSecretEnv: 'OPERATOR', scopes: ['device:control'] }),
  'a wrong secret': ({ env }) => (env['OPERATOR'] = 'wrong'),
  'scopes that nobody has': ({ clients }) =>
    (clients['reader'] = {
      clientId: 'reader',
      clientSecretEnv: 'READER',
      scopes: ['device:control', 'device:manage'],
    }),
  'a client without scopes': ({ clients }) =>
    (clients['idle'] = { clientId: 'reader', clientSecretEnv: 'READER', scopes: [] }),
  'readers only': ({ clients }) => {
    delete clients['operator'];
  },
  'a device of nobody': ({ clients }) => (clients['operator'] = { ...clients['operator'], devices: [] }),
  'bytes that are not answered': ({ devices }) =>
    (devices['plant'] = { ...devices['plant'], rs485: { answered: 'ff', unanswered: '01' } }),
  'a wire': ({ more }) =>
    (more['stimuli'] = { 'set-input': { wiring: [{ device: 'plant', input: 1, relay: 1 }] } }),
  'a wire to a relay that is not listed': ({ more, devices }) => {
    devices['plant'] = { ...devices['plant'], relays: [2], inputs: [1] };
    more['stimuli'] = { 'set-input': { wiring: [{ device: 'plant', input: 1, relay: 1 }] } };
  },
  'power by a command that fails': ({ more }) =>
    (more['stimuli'] = { 'cut-power': { command: ['false'] }, 'restore-power': { command: ['true'] } }),
  'power by a command that does nothing': ({ more }) =>
    (more['stimuli'] = { 'cut-power': { command: ['true'] }, 'restore-power': { command: ['false'] } }),
  'a program that is not there': ({ more }) =>
    (more['stimuli'] = {
      'set-input': { command: ['./no-such-program'] },
      'drop-link': { prompt: 'pull it' },
    }),
  'a device to manage that is not there': ({ more, env }) => {
    env['MANAGED'] = 'w';
    more['management'] = { deviceId: 'spare-1', profileId: 'no-such-type', passwordEnv: 'MANAGED' };
  },
  'a device to manage that is in use': ({ more, env }) => {
    env['MANAGED'] = 'w';
    more['management'] = { deviceId: 'bench-05', profileId: 'io-8', passwordEnv: 'MANAGED' };
  },
  'another dialect': ({ more }) => (more['dialect'] = 'scrambled'),
  'a path before the interface': ({ more }) => (more['baseUrl'] = `${String(more['baseUrl'])}/devices/all`),
};

const FLAGS = ['--anyway', '--read-only', '--no-actuate', '--strict'];

export function tried(random: RandomStream, url: string): Tried {
  const draft: Draft = {
    clients: {
      operator: {
        clientId: 'operator',
        clientSecretEnv: 'OPERATOR',
        scopes: ['device:control', 'device:config', 'device:manage'],
      },
      reader: { clientId: 'reader', clientSecretEnv: 'READER', scopes: ['device:read'] },
    },
    devices: {
      plant: { deviceId: 'bench-01', relays: [1, 2, 3, 4], inputs: [2] },
      annex: { deviceId: 'bench-04', relays: [1, 2, 3, 4] },
    },
    more: { baseUrl: url, patience: '20s', longestWait: '30s' },
    env: { OPERATOR: 'demo-operator-secret', READER: 'demo-reader-secret' },
  };
  const names = Object.keys(WRONGS);
  const wrong = Array.from(
    { length: random.integer(1, 3) },
    () => names[random.integer(0, names.length - 1)] ?? '',
  );
  for (const name of wrong) WRONGS[name]?.(draft);
  const flags = FLAGS.filter((flag) => random.chance(flag === '--anyway' ? 0.7 : 0.25));
  // Both at once are refused.
  const options = flags.includes('--read-only') ? flags.filter((flag) => flag !== '--no-actuate') : flags;
  // JSON is YAML.
  const { clients, devices, more, env } = draft;
  return { wrong, text: JSON.stringify({ ...more, clients, devices }, undefined, 2), options, env };
}
