// A run against the address of a simulator whose fleet is known: `conform serve` in another terminal.
import { accepted, allOf, refuseInput, type Result } from '../../document/diagnostic.js';
import { PATH_PREFIX } from '../../contract/limits.js';
import { loadDialect } from '../load/dialect.js';
import { loadFleet } from '../load/fleet.js';
import { isLoopbackUrl } from '../addresses.js';
import type { Io } from '../io.js';
import { controlAccess, type TargetFacts } from './found-target.js';
import { optionWords } from '../options.js';
import { fleetFor } from '../../simulator/fleet/fleet-spec.js';
import { profileOfFleet } from '../../lab/fleet-profile.js';
import type { RunOptions } from './run-options.js';

const PATIENCE = 10_000;
const NO_CONTROL = 'set CONFORM_CONTROL and CONFORM_CONTROL_TOKEN, as conform serve prints them';

export function targetAtAddress(address: string, options: RunOptions, io: Io): Result<TargetFacts> {
  const { cwd } = io;
  const url = baseUrlOf(address);
  if (!url.ok) return url;
  const read = allOf({
    fleet: loadFleet(options.fleet, cwd),
    dialect: loadDialect(options.dialect ?? 'default', cwd),
    control: controlAccess(options, io),
  });
  if (!read.ok) return read;
  const { fleet, dialect, control } = read.value;
  const { speed = 1 } = options;
  const patience = PATIENCE * Math.max(1, speed);
  return accepted({
    profile: profileOfFleet(fleetFor(dialect, fleet.spec), {
      name: url.value,
      url: url.value,
      patience,
      control,
    }),
    dialect,
    repeatArguments: [
      ...['--target', url.value],
      ...optionWords({ ...options, speed: speed === 1 ? undefined : speed }, ['fleet', 'dialect', 'speed']),
    ],
    curl: { baseUrl: url.value },
    vouchedFor: false,
    asWritten: (options.dialect ?? 'default') === 'default',
    noStimuli: NO_CONTROL,
    stop: async () => undefined,
  });
}

function baseUrlOf(address: string): Result<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return refuseInput(
      `--target ${address}: it is no http or https address`,
      'For example --target http://127.0.0.1:7070',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return refuseInput(`--target ${url.origin}: an address has no credentials, query or fragment`);
  }
  if (url.pathname.replace(/\/+$/, '').endsWith(PATH_PREFIX)) {
    return refuseInput(
      `--target ${address}: the address already ends in ${PATH_PREFIX}`,
      `Leave ${PATH_PREFIX} out; every path of the interface begins with it.`,
    );
  }
  if (url.protocol === 'http:' && !isLoopbackUrl(url.hostname)) {
    return refuseInput(
      `--target ${address}: plain http would send secrets in the clear`,
      'Use https, or a target profile that allows it with tls: { insecure: true }.',
    );
  }
  return accepted(url.href.replace(/\/+$/, ''));
}
