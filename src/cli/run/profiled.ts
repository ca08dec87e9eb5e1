// A run against a target that a profile describes.
import { dirname, resolve } from 'node:path';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import { loadProfile, readProfile } from '../load/profile.js';
import type { TargetFacts } from './found-target.js';
import type { TargetOptions } from './run-options.js';

/** @param path of the profile; undefined where its text is given instead. */
export function profiledTarget(
  path: string | undefined,
  options: TargetOptions,
  io: Io,
): Result<TargetFacts> {
  const name = path ?? 'profile.yaml';
  if (options.fleet !== undefined) {
    return refuseInput(
      '--fleet is for simulators; a target profile names its own devices',
      'Leave out --fleet.',
    );
  }
  const loaded =
    path === undefined
      ? readProfile(options.profileText ?? '', resolve(io.cwd, name), io)
      : loadProfile(path, io);
  if (!loaded.ok) return loaded;
  const profile = loaded.value;
  const dialect =
    options.dialect === undefined
      ? loadDialect(profile.dialect ?? 'default', io.cwd, dirname(resolve(io.cwd, name)))
      : loadDialect(options.dialect, io.cwd);
  if (!dialect.ok) return dialect;
  return {
    ok: true,
    value: {
      profile,
      dialect: dialect.value,
      repeatArguments: [
        '--target',
        name,
        ...(options.dialect === undefined ? [] : ['--dialect', options.dialect]),
      ],
      curl: { baseUrl: profile.baseUrl },
      vouchedFor: false,
      asWritten: (options.dialect ?? profile.dialect ?? 'default') === 'default',
      ...(path !== undefined && { profilePath: resolve(io.cwd, path) }),
      stop: async () => undefined,
    },
  };
}
