// What a watched run depends on: files, and the server that it checks. A text that becomes another one at a change.
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { readYaml } from '../../document/yaml-document.js';
import type { Clock } from '../../kernel/clock.js';
import { isObject } from '../../kernel/json.js';
import type { Settled } from '../config/settle.js';
import { fileState, isYaml, pathKind, readText, yamlFilesBelow } from '../files.js';

export interface WatchedThings {
  /** Files, and folders of which every YAML file counts. */
  readonly paths: readonly string[];
  /** Of the server; undefined where none is checked but a simulator of the run itself. */
  readonly address: URL | undefined;
}

export function watchedThings({ names, options, file }: Settled, cwd: string): WatchedThings {
  const { target, dialect, fleet, variant = [], baseline, config } = options;
  const isAddress = target !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  const profile = target === undefined || isAddress ? undefined : resolve(cwd, target);
  const inProfile = profile === undefined ? NOTHING : ofProfile(profile);
  const given = [...names, dialect, fleet, ...variant, baseline].flatMap((each) =>
    each === undefined ? [] : resolve(cwd, each),
  );
  const settings = file ?? (config === false ? undefined : config);
  const paths = [
    ...given.filter((path) => isYaml(path) || pathKind(path) !== 'nothing'),
    ...(settings === undefined ? [] : [resolve(cwd, settings)]),
    ...(profile === undefined ? [] : [profile]),
    ...inProfile.paths,
  ];
  const address = isAddress ? target : inProfile.baseUrl;
  return {
    paths: [...new Set(paths)],
    address: address !== undefined && URL.canParse(address) ? new URL(address) : undefined,
  };
}

interface OfProfile {
  readonly paths: readonly string[];
  readonly baseUrl: string | undefined;
}
const NOTHING: OfProfile = { paths: [], baseUrl: undefined };

/** What is wrong with the file, the run itself tells. */
function ofProfile(path: string): OfProfile {
  const text = readText(path);
  const document = text.ok ? readYaml(text.value, path) : undefined;
  const value = document?.ok ? document.value.value : undefined;
  if (!isObject(value)) return NOTHING;
  const { dialect, baseUrl } = value;
  const isFile = typeof dialect === 'string' && isYaml(dialect);
  return {
    paths: isFile ? [resolve(dirname(path), dialect)] : [],
    baseUrl: typeof baseUrl === 'string' ? baseUrl : undefined,
  };
}

/** More files than this are no set of scenarios. */
const MOST_FILES = 10_000;

/** Of the files that are there now. */
export function stateOfFiles(paths: readonly string[]): string {
  const files = paths.flatMap((path) => {
    if (pathKind(path) !== 'folder') return [path];
    const below = yamlFilesBelow(path, MOST_FILES);
    return below.ok ? below.value : [];
  });
  return files.map((path) => `${path} ${fileState(path)}`).join('\n');
}

/** A server that does not take a connection within this time, in ms, is not there. */
const PATIENCE = 1000;

/** Counts how often the server has come back, since it was gone: while it is away nothing changes. */
export function createServerWatch(
  { hostname, port, protocol }: URL,
  clock: Pick<Clock, 'setTimer'>,
): () => Promise<string> {
  let isThere: boolean | undefined;
  let returns = 0;
  return async () => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const answered = await takesConnections(host, Number(port || (protocol === 'https:' ? 443 : 80)), clock);
    if (answered && isThere === false) returns++;
    isThere = answered;
    return `${returns}`;
  };
}

function takesConnections(host: string, port: number, clock: Pick<Clock, 'setTimer'>): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    const end = (answered: boolean): void => {
      timer.cancel();
      socket.destroy();
      done(answered);
    };
    const timer = clock.setTimer('connection of the watch', PATIENCE, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
