// The committed list of mutants that the suite need not find, each with its reason.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { validate } from '../../src/document/validate.js';
import { type ReadResult, readYaml } from '../../src/document/yaml-document.js';
import { matches } from '../../src/pattern/glob.js';
import type { Mutant } from './mutant.js';

export const REASONS = ['no change on the wire', 'left free by the interface', 'part of the bench'] as const;
/**
 * `no change on the wire`: nobody outside can see it. `left free by the interface`: others see it, and it is as good as
 * before. `part of the bench`: it breaks what makes inputs move and power fail, and not the service.
 */
export type Reason = (typeof REASONS)[number];

export interface Excuse {
  readonly reason: Reason;
  readonly why: string;
  /** What of the interface leaves it free: a rule's id, or the words that are open. */
  readonly clause?: string | undefined;
  /** Code before and after, by the mutant's id: for those who read the list. */
  readonly mutants: Readonly<Record<string, string>>;
  /** Globs over files that are wholly so: their mutants are not tried. */
  readonly files: readonly string[];
}

const excuse = z
  .strictObject({
    reason: z.enum(REASONS),
    why: z.string().min(10),
    clause: z.string().min(3).optional(),
    mutants: z
      .record(
        z.string().regex(/^\S+\.ts \w+ [0-9a-f]{8}( \d+)?$/, 'expected file, mutator and digest'),
        z.string(),
      )
      .default({}),
    files: z.array(z.string().endsWith('.ts')).default([]),
  })
  .refine(({ mutants, files }) => Object.keys(mutants).length + files.length > 0, {
    message: 'nothing is excused: name mutants or files',
  })
  .refine(({ reason, clause }) => (reason === 'left free by the interface') === (clause !== undefined), {
    message: 'a clause is for what is left free by the interface, and only for that',
    path: ['clause'],
  });

const schema = z.array(excuse);

export function parseExcuses(text: string, file: string): ReadResult<Excuse[]> {
  const document = readYaml(text, file);
  if (!document.ok) return document;
  const excuses = validate(document.value, schema);
  return excuses.ok ? { ok: true, value: excuses.value } : excuses;
}

export function readExcuses(path: string): ReadResult<Excuse[]> {
  return parseExcuses(readFileSync(path, 'utf8'), path);
}

export interface ExcuseBook {
  of(id: string): Excuse | undefined;
  /** The excuse of a whole file. */
  ofFile(file: string): Excuse | undefined;
  /** Mutants and files that are named, but that there are no more, and mutants that are excused twice. */
  problems(known: readonly Pick<Mutant, 'id' | 'file'>[]): string[];
}

export function createExcuseBook(excuses: readonly Excuse[]): ExcuseBook {
  const named = excuses.flatMap((each) => Object.keys(each.mutants).map((id) => [id, each] as const));
  const byId = new Map(named);
  const ofFile = (file: string): Excuse | undefined =>
    excuses.find(({ files }) => files.some((glob) => matches(glob, file)));
  return {
    of: (id) => byId.get(id),
    ofFile,
    problems: (known) => {
      const fileOf = new Map(known.map(({ id, file }) => [id, file]));
      const gone = [...byId.keys()].filter((id) => !fileOf.has(id));
      const ids = named.map(([id]) => id);
      const twice = new Set(
        ids.filter((id, at) => ids.indexOf(id) !== at || ofFile(fileOf.get(id) ?? '') !== undefined),
      );
      const files = excuses.flatMap((each) => each.files);
      const useless = files.filter((glob) => !known.some(({ file }) => matches(glob, file)));
      return [
        ...useless.map((glob) => `${glob} is excused, but there is no such file any more`),
        ...gone.map((id) => `${id} is excused, but there is no such mutant any more`),
        ...[...twice].map((id) => `${id} is excused twice`),
      ];
    },
  };
}
