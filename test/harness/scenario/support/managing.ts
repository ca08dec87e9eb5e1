// A scenario of the device that may be managed, for tests of the verbs that manage.
import { parseScenario } from '../../../../src/harness/scenario/parse-scenario.js';
import { PROFILE, type Ran, runText } from './run-scenario.js';
import type { Script } from './scripted-target.js';

const profile = {
  ...PROFILE,
  clients: { boss: { clientId: 'id-boss', clientSecret: 's', scopes: ['device:manage' as const] } },
  management: { deviceId: 'managed-1', profileId: 'io', password: 'managed-password' },
};

function textOf(steps: string): string {
  return `title: A scenario of a test
rules: [devices.password]
needs:
  management: true
  clients: { manager: ['device:manage'] }
steps:${steps}`;
}

export async function runManaging(steps: string, answer: Script['answer'] = () => ({})): Promise<Ran> {
  return runText(textOf(steps), answer, { profile });
}

/** The problems of the scenario with these steps: `line: message`. */
export function problemsOf(steps: string): readonly string[] {
  const parsed = parseScenario(textOf(steps), 'scenarios/test/case.yaml');
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
}
