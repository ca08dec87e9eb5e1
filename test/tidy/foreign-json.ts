// What comes over the network is read within limits: a parser without them hands on what nobody can walk. It may be in
// parts of URLs, too, where half of a character must not throw.
import type { Guard } from './finding.js';
import { globalsOf } from './globals.js';
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

/** The page has only its own service to ask. */
const ENCODERS = /^src\/(?!page\/|kernel\/url-part\.ts)/;

export const urlParts: Guard = (files) =>
  files
    .filter(({ path }) => ENCODERS.test(path))
    .flatMap((file) =>
      globalsOf(file)
        .filter(({ name }) => name === 'encodeURIComponent')
        .map(({ line }) => ({
          path: file.path,
          line,
          what: 'uses encodeURIComponent',
          todo: 'Take urlPart of the kernel, which throws at no text',
        })),
    );
