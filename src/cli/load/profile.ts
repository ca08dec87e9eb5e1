// Reads a target profile, and the files that it refers to.
import { dirname, resolve } from 'node:path';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import { parseProfile } from '../../harness/profile/parse-profile.js';
import type { Profile } from '../../harness/profile/profile.js';
import { namedFrom, readText, shownPath } from '../files.js';
import type { Io } from '../io.js';
import { wrongFile } from './yaml-file.js';
import { proofSchema, type ReadingProof } from '../../probe/proof.js';
import { jsonIn } from '../../kernel/json.js';

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

// Where the proof of a profile is kept: beside it, as `lab.proof.json` is beside `lab.yaml`.

export function proofPath(profile: string): string {
  return `${profile.replace(/\.ya?ml$/i, '')}.proof.json`;
}

/** Undefined where there is none, or where it is of another form: then nothing is proven. */
export function readProof(profile: string): ReadingProof | undefined {
  const text = readText(proofPath(profile));
  const read = text.ok ? proofSchema.safeParse(jsonIn(text.value)) : undefined;
  return read?.success ? read.data : undefined;
}
