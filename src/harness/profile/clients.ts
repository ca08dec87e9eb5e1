// The API clients of a profile: secrets from the environment, and devices by the names of the profile.
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName } from '../../document/validate.js';
import type { Path, YamlDocument } from '../../document/yaml-document.js';
import type { ClientProfile } from './profile.js';
import type { TargetProfileFile } from './profile-schema.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export function readClients(
  document: YamlDocument,
  { clients, devices }: TargetProfileFile,
  environment: Environment,
  problems: Problem[],
): Record<string, ClientProfile> {
  const names = Object.entries(clients);
  reportRepeats(
    problems,
    document,
    names.map(([name, { clientId }]) => ({
      path: ['clients', name, 'clientId'],
      what: `clientId of ${name}`,
      value: clientId,
    })),
  );
  return Object.fromEntries(
    names.map(([name, { clientSecretEnv, devices: own, ...client }]) => {
      const clientSecret = environment[clientSecretEnv] ?? '';
      if (clientSecret === '') problems.push(missingSecret(document, name, clientSecretEnv));
      own?.forEach((device, at) => {
        if (Object.hasOwn(devices, device)) return;
        problems.push(
          unknownName(document, ['clients', name, 'devices', at], 'device', device, Object.keys(devices)),
        );
      });
      const access = own === undefined ? {} : { devices: own };
      return [name, { ...client, clientSecret, clientSecretEnv, ...access }];
    }),
  );
}

function missingSecret(document: YamlDocument, client: string, variable: string): Problem {
  return problemAt(
    document,
    ['clients', client, 'clientSecretEnv'],
    `the environment variable ${variable} is not set`,
    `It holds the secret of API client "${client}": export ${variable}='...'`,
  );
}

// Finds values that must differ and do not.

interface NamedPath {
  readonly path: Path;
  /** In words: `deviceId of bench`. */
  readonly what: string;
  readonly value: unknown;
}

export function reportRepeats(
  problems: Problem[],
  document: YamlDocument,
  values: readonly NamedPath[],
): void {
  const seen = new Map<unknown, string>();
  for (const { path, what, value } of values) {
    const first = seen.get(value);
    if (first === undefined) seen.set(value, what);
    else problems.push(problemAt(document, path, `${JSON.stringify(value)} is also the ${first}`));
  }
}
