// A run against a target that a profile describes.
import { dirname, resolve } from 'node:path';
import { parseProfile } from '../../harness/profile/parse-profile.js';
import type { Profile } from '../../harness/profile/profile.js';
import { type Result, refuse } from '../complaints.js';
import { readText, shownPath } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load-dialect.js';
import type { TargetFacts } from './open-target.js';
import type { TargetOptions } from './run-options.js';

export function profiledTarget(name: string, options: TargetOptions, io: Io): Result<TargetFacts> {
  if (options.fleet !== undefined) {
    return refuse('--fleet is for simulators; a target profile names its own devices', 'Leave out --fleet.');
  }
  const loaded = loadProfile(name, io);
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
      stop: async () => undefined,
    },
  };
}

export function loadProfile(name: string, io: Io): Result<Profile> {
  const path = resolve(io.cwd, name);
  const text = readText(path);
  if (!text.ok) {
    return refuse(text.message, 'A target is a profile file, or an address such as http://127.0.0.1:7070');
  }
  const parsed = parseProfile(text.value, shownPath(path, io.cwd), {
    environment: io.env,
    folder: dirname(path),
    readFile: (file) => textOf(resolve(dirname(path), file)),
  });
  if (parsed.ok) return parsed;
  return { ok: false, complaints: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}

function textOf(path: string): string | undefined {
  const text = readText(path);
  return text.ok ? text.value : undefined;
}
