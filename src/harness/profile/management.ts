// The device of a profile that may be added and removed: with its password, and apart from all others.
import type { Problem } from '../../document/problem.js';
import { problemAt } from '../../document/validate.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { ManagedDevice } from './profile.js';
import type { Environment } from './clients.js';
import type { TargetProfileFile } from './profile-schema.js';

export function readManagement(
  document: YamlDocument,
  { management, devices }: TargetProfileFile,
  environment: Environment,
  problems: Problem[],
): ManagedDevice | undefined {
  if (!management) return undefined;
  const { deviceId, name, profileId, passwordEnv, relays } = management;
  const taken = Object.entries(devices).find(([, device]) => device.deviceId === deviceId)?.[0];
  if (taken !== undefined)
    problems.push(
      problemAt(
        document,
        ['management', 'deviceId'],
        `${deviceId} is also the device ${taken}, which the other checks need`,
        'Take a device that may vanish at any moment, and leave it out of devices.',
      ),
    );
  const password = environment[passwordEnv] ?? '';
  if (password === '')
    problems.push(
      problemAt(
        document,
        ['management', 'passwordEnv'],
        `the environment variable ${passwordEnv} is not set`,
        `It holds the password of device ${deviceId}: export ${passwordEnv}='...'`,
      ),
    );
  return {
    deviceId,
    profileId,
    password,
    passwordEnv,
    ...(name === undefined ? {} : { name }),
    ...(relays === undefined ? {} : { relays }),
  };
}
