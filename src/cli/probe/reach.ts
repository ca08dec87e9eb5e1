// Whether a target can be reached, step by step: name, connection, certificate, an answer, its clock.
import { lookup } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, isIP } from 'node:net';
import { connect as secureConnect, type TLSSocket } from 'node:tls';
import type { Dialect } from '../../dialect/dialect.js';
import { absenceHint } from '../../harness/target/check/context.js';
import { breakageOf } from '../../harness/target/network/breakage.js';
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import { within } from '../../kernel/within.js';
import { bad, type ProbeFinding, ok, warn } from './finding.js';

export interface Reaching {
  readonly url: URL;
  /** PEM text of certificates to trust instead of the machine's own. */
  readonly ca?: string | undefined;
  /** Any certificate will do. */
  readonly insecure?: boolean;
  readonly dialect?: Pick<Dialect, 'path'> | undefined;
}

/** For each step, in ms. */
const PATIENCE = 5000;
const DAY = 24 * 60 * 60 * 1000;
/** A clock that differs by more, in ms, makes certificates and days of waivers wrong. */
const MOST_SKEW = 30_000;
const SOON = 14 * DAY;

/** Steps as far as they come: one that fails is the last. */
export async function reach(target: Reaching, clock: Clock): Promise<ProbeFinding[]> {
  const steps = [resolveName, openConnection, ...(isSecure(target) ? [shakeHands] : []), askSomething];
  const findings: ProbeFinding[] = [];
  for (const step of steps) {
    const found = await step(target, clock);
    findings.push(...found);
    if (found.some(({ level }) => level === 'bad')) break;
  }
  return findings;
}

type Step = (target: Reaching, clock: Clock) => Promise<ProbeFinding[]>;

const isSecure = ({ url }: Reaching): boolean => url.protocol === 'https:';
const hostOf = ({ url }: Reaching): string => url.hostname.replace(/^\[|\]$/g, '');
const portOf = (target: Reaching): number => Number(target.url.port || (isSecure(target) ? 443 : 80));

const resolveName: Step = async (target, clock) => {
  const host = hostOf(target);
  if (isIP(host) !== 0) return [];
  const found = await timed(clock, lookup(host, { all: true }));
  if (!found.ok)
    return [
      bad(
        'DNS',
        found.why(host),
        'Is the name spelled right, and does this machine use the right name server?',
      ),
    ];
  const [first, ...others] = found.value;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [ok('DNS', `${host} is ${first?.address ?? 'nothing'}${more}, in ${found.took}`)];
};

const openConnection: Step = async (target, clock) => {
  const [host, port] = [hostOf(target), portOf(target)];
  const socket = connect({ host, port });
  const opened = await timed(clock, settled(socket, 'connect'));
  socket.destroy();
  if (opened.ok) return [ok('TCP', `${target.url.host} takes connections, in ${opened.took}`)];
  return [
    bad(
      'TCP',
      opened.why(target.url.host),
      'Is it started, is the port right, and does a firewall or a VPN stand between?',
    ),
  ];
};

const shakeHands: Step = async (target, clock) => {
  const { ca, insecure = false } = target;
  const host = hostOf(target);
  const socket = secureConnect({
    host,
    port: portOf(target),
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
    rejectUnauthorized: !insecure,
  });
  const shaken = await timed(clock, settled(socket, 'secureConnect'));
  const facts = shaken.ok ? secureFacts(socket) : undefined;
  socket.destroy();
  if (!shaken.ok)
    return [
      bad(
        'TLS',
        shaken.why(target.url.host),
        'A certificate of your own goes into tls.ca of the profile, or into NODE_EXTRA_CA_CERTS.',
      ),
    ];
  return facts === undefined ? [] : [...certificateFindings(facts, insecure, clock.now())];
};

function secureFacts(socket: TLSSocket) {
  return { protocol: socket.getProtocol() ?? 'TLS', certificate: socket.getPeerCertificate() };
}

function* certificateFindings(
  { protocol, certificate }: ReturnType<typeof secureFacts>,
  insecure: boolean,
  now: number,
): Generator<ProbeFinding> {
  const until = Date.parse(certificate.valid_to);
  const names = `for ${String(certificate.subject?.CN ?? 'no name')}, of ${String(certificate.issuer?.CN ?? 'nobody')}`;
  const words = `${protocol}, certificate ${names}, until ${certificate.valid_to}`;
  if (until < now) yield warn('TLS', `${words}: it has expired`, 'tls.insecure takes it all the same.');
  else if (until - now < SOON) yield warn('TLS', `${words}: soon over`);
  else yield ok('TLS', words);
  if (insecure)
    yield warn('TLS', 'tls.insecure takes any certificate', 'Use it on a network that you trust only.');
}

/** Without credentials: a service refuses it, and that is an answer. */
const askedPath = ({ dialect }: Reaching): string => (dialect ?? AS_WRITTEN).path('/svc/v1/devices');
const AS_WRITTEN: Pick<Dialect, 'path'> = { path: (path) => path };

const askSomething: Step = async (target, clock) => {
  const sentAt = clock.now();
  const asked = await timed(clock, ask(target));
  if (!asked.ok)
    return [
      bad('HTTP', asked.why(target.url.host), 'Something listens there, and it does not speak HTTP in time.'),
    ];
  const { status, date } = asked.value;
  const words = `GET ${askedPath(target)} without a token: ${status}, in ${asked.took}`;
  const answered =
    status === 401
      ? ok('HTTP', words)
      : warn(
          'HTTP',
          `${words}; the interface asks for 401`,
          status === 404 ? absenceHint(target.url.href, target.dialect ?? AS_WRITTEN) : undefined,
        );
  return [answered, clockFinding(date, sentAt, clock.now())];
};

function ask(target: Reaching): Promise<{ readonly status: number; readonly date: string | undefined }> {
  const { url, ca, insecure = false } = target;
  const place = new URL(`${url.pathname.replace(/\/+$/, '')}${askedPath(target)}`, url);
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((done, failed) => {
    const asking = request(place, {
      agent: false,
      ...(ca !== undefined && { ca }),
      rejectUnauthorized: !insecure,
    });
    asking.once('error', failed);
    asking.once('response', (reply) => {
      reply.destroy();
      done({ status: reply.statusCode ?? 0, date: reply.headers.date });
    });
    asking.end();
  });
}

/** The second in which the answer was made lies between sending and receiving, if both clocks agree. */
export function clockFinding(date: string | undefined, sentAt: number, receivedAt: number): ProbeFinding {
  const told = date === undefined ? NaN : Date.parse(date);
  if (Number.isNaN(told)) return warn('clock', 'the answer has no Date, so that clocks cannot be compared');
  const skew = told + 1000 < sentAt ? told + 1000 - sentAt : told > receivedAt ? told - receivedAt : 0;
  const words = `the clock of the target is ${formatDuration(Math.abs(Math.round(skew)))} ${skew < 0 ? 'behind' : 'ahead'}`;
  if (skew === 0) return ok('clock', 'that of the target and that of this machine agree');
  if (Math.abs(skew) < MOST_SKEW) return ok('clock', words);
  return warn(
    'clock',
    words,
    'Certificates and the days of waivers depend on it: set the wrong one of them.',
  );
}

function settled(socket: NodeJS.EventEmitter, event: string): Promise<void> {
  return new Promise((done, failed) => {
    socket.once(event, () => done());
    socket.once('error', failed);
  });
}

type Timed<T> =
  | { readonly ok: true; readonly value: T; readonly took: string }
  | { readonly ok: false; readonly why: (host: string) => string };

async function timed<T>(clock: Clock, work: Promise<T>): Promise<Timed<T>> {
  const from = clock.now();
  try {
    const ended = await within(
      clock,
      PATIENCE,
      work.then((value) => ({ value })),
    );
    if (!ended)
      return { ok: false, why: (host) => `${host} does not answer within ${formatDuration(PATIENCE)}` };
    return { ok: true, ...ended, took: formatDuration(Math.round(clock.now() - from)) };
  } catch (error) {
    return { ok: false, why: (host) => breakageOf(error, host).detail };
  }
}
