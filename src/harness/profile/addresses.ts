// Where the target is: checks the two addresses of a profile, and that secrets do not travel in the open.
import { PATH_PREFIX } from '../../contract/limits.js';
import type { Problem } from '../../document/problem.js';
import { problemAt } from '../../document/validate.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { TargetProfileFile } from './profile-schema.js';

export interface Addresses {
  readonly baseUrl: string;
  readonly websocketUrl: string;
}

/** Reports what is wrong into `problems`; the result counts only when there was nothing. */
export function readAddresses(
  document: YamlDocument,
  file: TargetProfileFile,
  problems: Problem[],
): Addresses {
  const insecure = file.tls.insecure;
  const check = (key: 'baseUrl' | 'websocketUrl', schemes: Schemes, given: string): string => {
    const diagnostic = diagnosticAbout(given, schemes, insecure);
    if (diagnostic)
      problems.push(problemAt(document, [key], `${key}: ${diagnostic.message}`, diagnostic.hint));
    return given.replace(/\/+$/, '');
  };
  const baseUrl = check('baseUrl', HTTP, file.baseUrl);
  // Where no address is given, a diagnostic about this one would repeat the diagnostic about the other.
  const websocketUrl =
    file.websocketUrl === undefined
      ? baseUrl.replace(/^http/i, 'ws')
      : check('websocketUrl', WEBSOCKET, file.websocketUrl);
  return { baseUrl, websocketUrl };
}

interface Schemes {
  readonly secure: string;
  readonly plain: string;
}

const HTTP: Schemes = { secure: 'https:', plain: 'http:' };
const WEBSOCKET: Schemes = { secure: 'wss:', plain: 'ws:' };

interface Diagnostic {
  readonly message: string;
  readonly hint: string;
}

function diagnosticAbout(
  given: string,
  { secure, plain }: Schemes,
  insecure: boolean,
): Diagnostic | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || (url.protocol !== secure && url.protocol !== plain))
    return {
      message: `"${given}" is no ${secure}// or ${plain}// address`,
      hint: `Write it in full, such as ${secure}//cloud.example.com.`,
    };
  if (url.username !== '' || url.password !== '')
    return {
      message: 'an address holds no credentials',
      hint: 'API clients and their secrets go under clients.',
    };
  if (url.search !== '' || url.hash !== '')
    return { message: 'an address has no query and no fragment', hint: 'Leave out what follows ? or #.' };
  if (url.pathname.replace(/\/+$/, '').endsWith(PATH_PREFIX))
    return {
      message: `the address already ends in ${PATH_PREFIX}`,
      hint: `Leave ${PATH_PREFIX} out; every path of the interface begins with it.`,
    };
  if (url.protocol === plain && !insecure && !isLoopback(url.hostname))
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
