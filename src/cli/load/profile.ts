// Reads a target profile, and the files that it refers to.
import { dirname, resolve } from 'node:path';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { parseProfile } from '../../harness/profile/parse-profile.js';
import type { Profile } from '../../harness/profile/profile.js';
import { namedFrom, readText, shownPath } from '../files.js';
import type { Io } from '../io.js';
import { wrongFile } from './yaml-file.js';

export function loadProfile(name: string, io: Io): Result<Profile> {
  const path = resolve(io.cwd, name);
  const text = readText(path);
  if (!text.ok) {
    return refuseInput(
      text.message,
      'A target is a profile file, or an address such as http://127.0.0.1:7070',
    );
  }
  return readProfile(text.value, path, io);
}

/** @param path of the file that the text is of, or would be of. */
export function readProfile(text: string, path: string, io: Io): Result<Profile> {
  const parsed = parseProfile(text, shownPath(path, io.cwd), {
    environment: io.env,
    folder: dirname(path),
    readFile: namedFrom(path),
  });
  return parsed.ok ? parsed : wrongFile(parsed.problems, text);
}
