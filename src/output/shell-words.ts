// A request as a command line for curl: what goes through a shell and through curl arrives as it was recorded. Secrets
// are names of shell variables.
import { isTellingName } from './secret-names.js';

interface ShownRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text as it was sent, or the value of JSON; undefined where there was none. */
  readonly body: unknown;
}

/** Headers that curl writes by itself, or that belong to one connection. */
const IMPLIED = /^(?:host|connection|content-length|accept-encoding|user-agent|sec-.*)$/i;
const ANY_JSON = /^(?:application\/json|\*\/\*)$/;

/** Headers that say nothing of their own. */
export function isImpliedHeader(name: string, value: string): boolean {
  return IMPLIED.test(name) || (name.toLowerCase() === 'accept' && ANY_JSON.test(value));
}

/** The parts of the line: each could stand on a line of its own. @param service the address that it is sent to. */
export function curlParts({ method, path, headers, body }: ShownRequest, service: string): string[] {
  const own = Object.entries(headers).filter(([name, value]) => !isImpliedHeader(name, value));
  const isTyped = own.some(([name]) => name.toLowerCase() === 'content-type');
  const hasBody = body !== undefined;
  return [
    ['curl -i', ...plainly(path)].join(' '),
    ...methodWords(method, hasBody),
    ...own.map(([name, value]) => `-H ${headerWord(name, value)}`),
    // What curl would add by itself to a body.
    ...(hasBody && !isTyped ? ["-H 'Content-Type:'"] : []),
    // Not `-d`, which takes a text that begins with @ for the name of a file.
    ...(hasBody
      ? [`--data-raw ${quotedForShell(typeof body === 'string' ? body : JSON.stringify(body))}`]
      : []),
    ...addressWords(service, path),
  ];
}

/** Where the address is a pattern to curl, or has steps that it would take back. */
function plainly(path: string): string[] {
  return [
    ...(/[[\]{}]/.test(path) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(path) ? ['--path-as-is'] : []),
  ];
}

function methodWords(method: string, hasBody: boolean): string[] {
  if (method === 'GET' && !hasBody) return [];
  return method === 'HEAD' ? ['--head'] : [`-X ${quotedForShell(method)}`];
}

function headerWord(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') return `"${name}: Bearer $TOKEN"`;
  if (isTellingName(name)) return `"${name}: $SECRET"`;
  return quotedForShell(value === '' ? `${name};` : `${name}: ${value}`);
}

/** Behind # curl sends nothing, and spaces it refuses: such a path goes beside the address. */
function addressWords(service: string, path: string): string[] {
  if (/^[!-~]*$/.test(path) && !path.includes('#')) return [quotedForShell(service + path)];
  return [`--request-target ${quotedForShell(path)}`, quotedForShell(`${service}/`)];
}

/** The word as a POSIX shell reads it back unchanged. */
export function quotedForShell(word: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
