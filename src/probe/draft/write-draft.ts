// Puts a draft into words: the files of a folder that works. Each line of the dialect says how sure it is.
import { stringify } from 'yaml';
import { SHAPE_NAMES } from '../../contract/schemas/shapes.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import { lackingShapes } from '../../dialect/settings.js';
import type { Feature } from '../../contract/features.js';
import type { Scope } from '../../contract/scopes.js';
import type { DialectDraft, DraftLine } from './draft.js';
import { placeholdersIn } from './draft-dialect.js';
import type { DraftedDevice } from './draft-devices.js';
import type { DraftExchange } from './evidence.js';
import { misfitsOf } from './misfits.js';

const WIDE = { lineWidth: 0 };

/** What a reply that it does not fit leaves sure: nothing of its shape. */
export function checkedText(draft: DialectDraft, name: string, evidence: readonly DraftExchange[]): string {
  const text = dialectText(draft, name);
  const parsed = parseDialect(text, name);
  for (const { shapes } of parsed.ok ? misfitsOf(parsed.value, evidence) : [])
    for (const shape of shapes) draft.doubt(shape, 'the shape does not fit what came');
  return dialectText(draft, name);
}

export function dialectText(draft: DialectDraft, name: string): string {
  const { lines } = draft;
  const lacking = lackingShapes(new Set([...draft.without] as Feature[]));
  const shapes = SHAPE_NAMES.filter((shape) => draft.shapes.has(shape) && !lacking.has(shape));
  const settings = {
    name,
    ...Object.fromEntries(draft.settings),
    ...(draft.without.size > 0 && { without: [...draft.without] }),
  };
  return [
    '# Drafted by `conform probe`. Each line says how sure it is: proven (and by what), likely, or open. A line that is not',
    '# proven may be wrong: `conform probe --target target.yaml --actuate` proves more, on what the profile allows.',
    stringify(settings, WIDE).trimEnd(),
    ...shapes.flatMap((shape) => ['', ...annotated(shape, draft.shapes.get(shape), lines)]),
    '',
  ].join('\n');
}

function annotated(shape: string, sample: unknown, lines: readonly DraftLine[]): string[] {
  return stringify({ [shape]: sample }, WIDE)
    .trimEnd()
    .split('\n')
    .map((text) => {
      const known = placeholdersIn(text).flatMap(
        (name) => lines.findLast((each) => each.shape === shape && each.placeholder === name) ?? [],
      );
      const [worst] = known.toSorted((a, b) => RANK.indexOf(b.standing) - RANK.indexOf(a.standing));
      return worst ? `${text} # ${worst.standing}: ${worst.why.replaceAll('\n', ' ')}` : text;
    });
}

const RANK = ['proven', 'likely', 'open'];

export interface DraftedTarget {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secretVariable: string;
  readonly scopes: readonly Scope[];
  readonly dialect: string;
  readonly insecure: boolean;
}

/** A profile is read and edited by people, and a run needs no more devices. */
const MOST_DEVICES = 20;

export function targetText(target: DraftedTarget, device: DraftedDevice | undefined): string {
  const { baseUrl, clientId, secretVariable, scopes, dialect, insecure } = target;
  const all = [...new Set(device?.written.values())];
  const ids = all.filter((each) => !device?.silent.has(each));
  const silent = all.filter((each) => device?.silent.has(each)).slice(0, MOST_DEVICES);
  const chosen = ids.slice(0, MOST_DEVICES);
  const devices = Object.fromEntries(chosen.map((deviceId) => [nameOf(deviceId), { deviceId, relays: [] }]));
  const text = stringify(
    {
      baseUrl,
      ...(insecure && { tls: { insecure: true } }),
      dialect,
      clients: { drafted: { clientId, clientSecretEnv: secretVariable, scopes: [...scopes] } },
      devices,
    },
    WIDE,
  );
  return [
    '# Drafted by `conform probe`. No relay may be switched: name those that are safe to switch at any moment, and often.',
    '# The words for stimuli and for RS485 are in the example that `conform init target` writes.',
    ...(ids.length > MOST_DEVICES ? [`# The first ${MOST_DEVICES} of ${ids.length} devices.`] : []),
    ...silent.map((each) => `# Left out, since it did not answer: ${JSON.stringify(each)}`),
    text,
  ].join('\n');
}

function nameOf(deviceId: string): string {
  const plain = deviceId
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' || /^\d/.test(plain) ? `device-${plain}` : plain;
}

export interface ConductPoint {
  readonly point: string;
  readonly conduct: string;
  readonly by: string;
}

/** What the server does where the interface leaves it open. */
export function conductOf(
  evidence: readonly DraftExchange[],
  facts: { readonly expiresIn?: number },
  draft: DialectDraft,
): ConductPoint[] {
  const points: ConductPoint[] = [];
  const add = (point: string, conduct: string | undefined, by: string): void => {
    if (conduct !== undefined && !points.some((each) => each.point === point))
      points.push({ point, conduct, by });
  };
  if (facts.expiresIn !== undefined)
    add('expiresIn of an access token', String(facts.expiresIn), 'POST /svc/v1/auth/token');
  add(
    'the first relay is',
    draft.settings.has('indexBase') ? String(draft.settings.get('indexBase')) : undefined,
    'states of devices',
  );
  for (const { what, named, status, code, source } of evidence) {
    const answer = `${status === undefined ? '' : `${status} `}${code ?? 'no envelope'}`;
    if (what.endsWith('without a token')) add('a request without a token', answer, source);
    if (named['deviceId']?.startsWith('conform-no-such')) add('a device that does not exist', answer, source);
    if (named['commandId']?.startsWith('conform-no-such'))
      add('a command that does not exist', answer, source);
    if (what === 'devices.read' && code !== undefined && code !== 'SUCCESS' && status !== 404)
      add('a refresh that is refused', answer, source);
    if (what === 'session.ping' && code === 'SUCCESS') add('the frame of a request', 'answered', source);
    if (what === 'device.state.get') add('device.state.get', answer, source);
    if (what === 'profiles.list') add('the list of device profiles', answer, source);
  }
  return points;
}

export function conductText(points: readonly ConductPoint[]): string {
  return [
    '# What this server does where the interface leaves it open, as `conform probe` has seen it.',
    stringify({ conduct: points }, WIDE),
  ].join('\n');
}
