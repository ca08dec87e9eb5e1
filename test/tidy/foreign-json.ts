// What comes over the network is read within limits: a parser without them hands on what nobody can walk.
import type { Guard } from './finding.js';
import { lineAt } from './syntax.js';

/** Those who see a request or a frame first. Faults, styles and defects parse what the service itself has written. */
const FIRST_READERS = /^src\/simulator\/(transport|control|service|faults\/engine)\//;
const PARSER = /\bJSON\s*\.\s*parse\b/g;

export const foreignJson: Guard = (files) =>
  files
    .filter(({ path }) => FIRST_READERS.test(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(PARSER)].map(({ index }) => ({
        path,
        line: lineAt(source, index),
        what: 'parses JSON without limits',
        todo: 'Read it with readJson of the kernel',
      })),
    );
