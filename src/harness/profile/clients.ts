// The API clients of a profile: secrets from the environment, and devices by the names of the profile.
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName } from '../../document/validate.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { ClientProfile } from './profile.js';
import type { TargetProfileFile } from './profile-schema.js';
import { reportRepeats } from './repeats.js';

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
