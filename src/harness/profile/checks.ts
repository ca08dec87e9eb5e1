// What several parts of a profile are held to: secrets in the environment, values that must differ, and addresses.
import type { Problem } from '../../document/problem.js';
import { problemAt } from '../../document/validate.js';
import type { Path, YamlDocument } from '../../document/yaml-document.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A profile that is being read; what is wrong with it is taken down. */
export interface ProfileReading {
  readonly document: YamlDocument;
  readonly environment: Environment;
  readonly problems: Problem[];
}

/** @param path where the variable is named. @param what it holds, in words. */
export function readSecret(
  { document, environment, problems }: ProfileReading,
  path: Path,
  variable: string,
  what: string,
): string {
  const value = environment[variable] ?? '';
  const message = `the environment variable ${variable} is not set`;
  if (value === '')
    problems.push(problemAt(document, path, message, `It holds ${what}: export ${variable}='...'`));
  return value;
}

// Finds values that must differ and do not.

interface NamedPath {
  readonly path: Path;
  /** In words: `deviceId of bench`. */
  readonly what: string;
  readonly value: unknown;
}

export function reportRepeats(
  { document, problems }: Omit<ProfileReading, 'environment'>,
  values: readonly NamedPath[],
): void {
  const seen = new Map<unknown, string>();
  for (const { path, what, value } of values) {
    const first = seen.get(value);
    if (first === undefined) seen.set(value, what);
    else problems.push(problemAt(document, path, `${JSON.stringify(value)} is also the ${first}`));
  }
}

// Whether an address will do, and that secrets do not travel to it in the open.

interface Address {
  readonly schemes: readonly [secure: string, plain: string];
  /** The URL, where that is not what is written. */
  readonly url?: string;
  /** What one in full looks like. */
  readonly example: string;
  /** Where credentials go. */
  readonly credentials: string;
  /** It must not be sent to in the open. */
  readonly secret: boolean;
}

export function addressProblem(
  given: string,
  { schemes: [secure, plain], url: text = given, example, credentials, secret }: Address,
): { readonly message: string; readonly hint: string } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== secure && url?.protocol !== plain)
    return {
      message: `"${given}" is no ${secure}// or ${plain}// address`,
      hint: `Write it in full, such as ${example}.`,
    };
  if (url.username !== '' || url.password !== '')
    return { message: 'an address holds no credentials', hint: credentials };
  if (secret && url.protocol === plain && !isLoopback(url.hostname))
    return {
      message: `secrets would go to ${url.hostname} unencrypted`,
      hint: `Use ${secure}//, or set tls.insecure: true if the network in between can be trusted.`,
    };
  return undefined;
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}
