// Holds the repository to its house rules. What each guard looks for is in tidy/, with a test that it fires.
import { describe, expect, test } from 'vitest';
import { noCycles, noFolderCycles } from './tidy/cycles.js';
import { type Finding, format } from './tidy/finding.js';
import { foreignJson, urlParts } from './tidy/foreign-json.js';
import { nodeAtTheEdges, timeAndChance } from './tidy/host.js';
import { importMatrix } from './tidy/import-matrix.js';
import { importsOf } from './tidy/imports.js';
import { lightCommands } from './tidy/light-commands.js';
import { fileAt, filesBelow, pathsBelow, trackedPaths } from './tidy/repository.js';
import { partsIn, untested } from './tidy/mirror.js';
import { modulesWithoutState, processLeftAlone } from './tidy/shared-process.js';
import { shortFiles, shortFunctions, shortMedian } from './tidy/sizes.js';
import { finished, kebabNames, noDefaultExports, openingComments } from './tidy/text.js';
import { topLevel } from './tidy/top-level.js';
import { namedPaths } from './tidy/named-paths.js';
import { oneMeaning } from './tidy/one-meaning.js';
import { oneWayOut } from './tidy/one-way-out.js';
import { oneWriter } from './tidy/one-writer.js';
import { noVerbNames } from './tidy/verb-names.js';
import { TRAFFIC_INVARIANTS } from '../src/harness/judge/judge.js';
import { VERBS } from '../src/harness/scenario/verbs/registry.js';

const allOfSrc = filesBelow('src');
const src = allOfSrc.filter(({ path }) => /\.tsx?$/.test(path));
const bin = filesBelow('bin');
const tests = filesBelow('test').filter(({ path }) => path.endsWith('.ts'));
const bench = filesBelow('proof/bench').filter(({ path }) => path.endsWith('.ts'));
const examples = filesBelow('examples').filter(
  ({ path }) => path.endsWith('.ts') && !path.includes('/dist/'),
);
const scenarios = filesBelow('scenarios');

/** What runs in the processes that unit tests share. Test files themselves are loaded anew, by one worker each. */
const unitTests = tests.filter(({ path }) => !/^test\/(e2e|browser|storm|attack)\//.test(path));
const helpers = unitTests.filter(({ path }) => !path.endsWith('.test.ts'));

/** The page has components, style sheets and the compiler's settings for a browser. */
const OF_PAGE = /^src\/page\/(.+\.tsx|style\/[\w-]+\.css|tsconfig\.json)$/;

const FOLDERS = ['src', 'bin', 'test', 'scenarios', 'fixtures', 'proof', 'examples'];

function expectNone(findings: readonly Finding[]): void {
  expect(findings.map(format)).toEqual([]);
}

describe('the repository', () => {
  test('is really looked at: the guards see sources, and imports between them', () => {
    expect(src.length).toBeGreaterThan(20);
    expect(bin).toHaveLength(1);
    expect(src.flatMap(importsOf).filter(({ target }) => target !== undefined).length).toBeGreaterThan(20);
  });

  test('has source files of TypeScript only, and the style sheets of the page', () => {
    const others = allOfSrc.filter(({ path }) => !path.endsWith('.ts') && !OF_PAGE.test(path));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  test('imports between areas follow the matrix', () => expectNone(importMatrix(src)));

  test('has examples that import nothing but packages and themselves', () =>
    expectNone(importMatrix(examples)));

  test('has no file that imports itself through others', () => expectNone(noCycles([...src, ...examples])));

  test('has no part of the harness that imports itself through others', () =>
    expectNone(noFolderCycles(src)));

  test('names files and folders that are there, in its pages and comments', () => {
    const tracked = trackedPaths();
    // Decisions tell of a day, and may name what was there then.
    const pages = tracked
      .filter((path) => /^(?!docs\/decisions\/|proof\/strangers\/).*\.md$/.test(path))
      .map(fileAt);
    const code = tracked.filter((path) =>
      /^(src|build|proof\/(?!strangers)|test|examples|\.ci)\/.*(\.(ts|tsx|mjs|sh)|run)$/.test(path),
    );
    expect(pages.some(({ source }) => source.includes('`src/'))).toBe(true);
    expectNone(
      namedPaths(tracked)([...pages, ...code.filter((path) => !path.startsWith('test/tidy/')).map(fileAt)]),
    );
  });

  test('has a test by the name of each verb, engine part, invariant and stimulus driver', () => {
    const defining = (folder: string, definition: string): typeof src =>
      src.filter(
        ({ path, source }) => path.startsWith(`src/harness/${folder}/`) && source.includes(definition),
      );
    const invariants = defining('judge', ': Invariant = {').flatMap(({ source }) =>
      [...source.matchAll(/: Invariant = \{\n {2}name: '([a-z-]+)'/g)].map(
        ([, name]) => `harness/judge/${name}`,
      ),
    );
    // One file has several verbs: a test is called as its verb.
    const verbs = src
      .filter(({ path }) => path.startsWith('src/harness/scenario/verbs/'))
      .flatMap(({ source }) => [...source.matchAll(/^export const (\w+) = define(?:Verb|Request)/gm)])
      .map(([, name = '']) =>
        name.replace(/Verb$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      );
    const parts = [
      ...partsIn(src, ['src/harness/scenario/engine']),
      ...verbs.map((verb) => `harness/scenario/verbs/${verb}`),
      ...partsIn(defining('stimuli/drivers', '): ActDriver {'), ['src/harness/stimuli/drivers']),
      ...invariants,
    ];
    expect(invariants).toHaveLength(TRAFFIC_INVARIANTS.length);
    expect(parts.length).toBeGreaterThan(60);
    expectNone(
      untested(
        parts,
        tests.map(({ path }) => path),
      ),
    );
  });

  test('exports no name with two meanings', () => expectNone(oneMeaning(src)));

  test('asks no step for its verb by name', () =>
    expectNone(noVerbNames(VERBS.map(({ name }) => name))(src)));

  test('lets nothing out that the writer has not looked through', () => expectNone(oneWriter(src)));

  test('parses the command line before it loads what commands do', () => expectNone(lightCommands(src)));

  test('lets nothing out of the harness but through the gate', () => expectNone(oneWayOut(src)));

  test('touches Node only at the edges', () => expectNone(nodeAtTheEdges(src)));

  test('takes time and chance from the kernel only', () =>
    expectNone(timeAndChance([...src, ...bin].filter(({ path }) => path !== 'src/page/shared/machine.ts'))));

  test('has examples that take time and chance from the machine in one file', () =>
    expectNone(timeAndChance(examples.filter(({ path }) => !path.endsWith('/machine.ts')))));

  test('has no file over 400 lines', () =>
    expectNone(shortFiles([...src, ...bin, ...tests, ...bench, ...examples])));

  test('has a median source file under 150 lines', () => expectNone(shortMedian(src)));

  test('has a median file of the examples under 150 lines', () => expectNone(shortMedian(examples)));

  test('has functions under 70 lines', () =>
    expectNone(shortFunctions([...src, ...bin, ...bench, ...examples])));

  test('names its files in kebab-case', () => {
    expectNone(kebabNames(FOLDERS.flatMap(pathsBelow).map((path) => ({ path, source: '' }))));
  });

  test('opens each source file with a comment of one to three lines', () =>
    expectNone(openingComments([...src, ...bin, ...bench, ...examples])));

  test('holds no state of a test in a module', () =>
    expectNone(modulesWithoutState([...src, ...examples, ...helpers])));

  test('has unit tests that leave their process as it is', () => expectNone(processLeftAlone(unitTests)));

  test('reads JSON of the network within limits', () => expectNone(foreignJson(src)));

  test('writes any text into a URL', () => expectNone(urlParts(src)));

  test('exports by name', () => expectNone(noDefaultExports([...src, ...examples])));

  test('has nothing unfinished in it', () =>
    expectNone(finished([...src, ...bin, ...scenarios, ...bench, ...examples])));

  test('keeps its top folder to the list', () => expectNone(topLevel(trackedPaths())));
});
