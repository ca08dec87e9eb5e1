// Where the proof of a profile is kept: beside it, as `lab.proof.json` is beside `lab.yaml`.
import { proofSchema, type ReadingProof } from '../../probe/proof.js';
import { jsonIn } from '../../kernel/json.js';
import { readText } from '../files.js';

export function proofPath(profile: string): string {
  return `${profile.replace(/\.ya?ml$/i, '')}.proof.json`;
}

/** Undefined where there is none, or where it is of another form: then nothing is proven. */
export function readProof(profile: string): ReadingProof | undefined {
  const text = readText(proofPath(profile));
  const read = text.ok ? proofSchema.safeParse(jsonIn(text.value)) : undefined;
  return read?.success ? read.data : undefined;
}
