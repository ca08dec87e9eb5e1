// Reads profiles in tests, and shows their problems as a person sees them.
import { formatProblem } from '../../../src/document/problem.js';
import { parseProfile, type ProfileSources } from '../../../src/harness/profile/parse-profile.js';
import type { Profile } from '../../../src/harness/profile/profile.js';

const environment = { OPERATOR_SECRET: 'o-secret', READER_SECRET: 'r-secret', EMPTY: '' };
export const GOOD = `
baseUrl: https://cloud.example.com/
clients:
  operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control] }
devices:
  bench: { deviceId: d1, relays: [1, 2] }
`;

export function read(text: string, sources: Partial<ProfileSources> = {}): Profile {
  const result = parseProfile(text, 'profiles/lab.yaml', { environment, ...sources });
  if (!result.ok) throw new Error(rendered(result.problems, text));
  return result.value;
}

export function problemsOf(text: string, sources: Partial<ProfileSources> = {}): string {
  const result = parseProfile(text, 'lab.yaml', { environment, ...sources });
  return result.ok ? 'none' : rendered(result.problems, text);
}

function rendered(problems: readonly Parameters<typeof formatProblem>[0][], text: string): string {
  return `\n${problems.map((problem) => formatProblem(problem, text)).join('\n\n')}\n`;
}
