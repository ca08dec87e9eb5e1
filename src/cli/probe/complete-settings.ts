// Completes how a baud rate and a jog duration are set: another one is set, and read.
import { SUCCESS } from '../../contract/error-codes.js';
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import { isObject } from '../../kernel/json.js';
import { UNITS } from '../../probe/draft/draft-config.js';
import { DialectDraft, grantedCommands, textAround } from '../../probe/draft/draft.js';
import { aroundSaid, type NamedPlace, placesNamed } from '../../probe/draft/named-places.js';
import {
  type JsonPlace,
  leavesOf,
  plainText,
  type Scalar,
  spacedWords,
  withAt,
} from '../../probe/draft/places.js';
import {
  type Completing,
  configRead,
  eachCandidate,
  firstIndex,
  lastCommand,
  longer,
  namedBy,
  operate,
  safeRelay,
  settledConfig,
  textIn,
} from './acting.js';
import { draftCommand, draftStatuses } from '../../probe/draft/draft-dialect.js';
import { commonStarts, type DraftedDevice } from '../../probe/draft/draft-devices.js';
import type { DraftExchange } from '../../probe/draft/evidence.js';
import type { Operation } from '../../contract/operations.js';
import type { Dialect } from '../../dialect/dialect.js';
import { draftEvents, type EventFrame } from '../../probe/draft/draft-events.js';
import { urlPart } from '../../kernel/url-part.js';

const USUAL_RATES = [9600, 19_200];

export async function completeBaudRate(completing: Completing): Promise<void> {
  const { acting, draft, deviceId, config, named } = completing;
  const { baudRate: before } = config;
  if (before === undefined || !draft.isOpen('baudRateParams')) return;
  const rate = USUAL_RATES.find((each) => each !== before) ?? before;
  const read = textIn(draft.data()['deviceConfig'], 'baudRate');
  const forms = ({ said }: NamedPlace): readonly string[] => {
    const [start, end] = aroundSaid(said);
    const around = start + end === '' ? [] : [textAround(start, 'baudRate', end)];
    return [...new Set([...around, read, '$baudRate', '$baudRate:string'])];
  };
  await eachCandidate({ named: named.get('baudRateParams'), priors: ['baudRate'], forms }, async (sample) =>
    acting.under({ baudRateParams: sample }, async (session) => {
      const reply = await operate(completing, session, {
        name: 'device.rs485.baudRate.set',
        params: { baudRate: rate },
      });
      if (reply?.code !== SUCCESS) return namedBy(reply);
      const after = await settledConfig(session, deviceId, (each) => each.baudRate === rate);
      if (after?.baudRate !== rate) return undefined;
      draft.put('baudRateParams', sample, 'proven', `${rate} was set so, and is read`);
      return true;
    }),
  );
  await completeCommand(completing);
}

/** Two that no unit takes for one another. */
const DURATIONS = [2000, 3000];

export async function completeJogs(completing: Completing): Promise<void> {
  const { acting, draft, deviceId, config, named } = completing;
  const relay = safeRelay(completing);
  const before = config.relays.find(({ index }) => index === relay)?.jogDuration;
  if (relay === undefined || before === undefined || !draft.isOpen('jogBody')) return;
  const duration = DURATIONS.find((each) => each !== before) ?? 0;
  const written = textIn(draft.data()['deviceConfig'], 'jogDuration').replace('jogDuration', 'duration');
  const own = { name: 'device.relay.jogConfig.set', params: { index: relay, duration } } as const;
  const forms = ({ said }: NamedPlace): readonly string[] => durationForms(said, written);
  const bases = draft.data()['indexBase'] === undefined ? [1, 0] : [firstIndex(completing)];
  const tried = async (sample: unknown, form: string, indexBase: number, more = 1): Promise<Tried> => {
    const seen = await acting.under({ jogBody: sample, indexBase }, async (session) => {
      const reply = await operate(completing, session, own);
      if (reply?.code !== SUCCESS) return namedBy(reply);
      const after = await settledConfig(session, deviceId, ({ relays }) => valueOf(relays, relay) !== before);
      const read = after && valueOf(after.relays, relay);
      if (!after || read === undefined || read === before) return undefined;
      // No other relay has changed: it is counted as the draft says.
      const others = config.relays.filter(({ index }) => index !== relay);
      if (others.some((each) => valueOf(after.relays, each.index) !== each.jogDuration)) return undefined;
      const isSure = keepUnits(completing, { written, form, factor: duration / read });
      if (isSure === undefined) return longer(form, read / duration);
      const why = 'what was set so is read';
      draft.put('indexBase', indexBase);
      draft.put('jogBody', sample, isSure ? 'proven' : 'likely', why);
      const params = lastCommand(session)?.['params'];
      const echo = echoOf(
        params,
        { duration: form, index: relay - 1 + firstIndex(completing) },
        session.dialect.shapes.jogBody.encode({ duration }),
      );
      if (echo !== undefined)
        draft.put('jogParams', echo, isSure ? 'proven' : 'likely', 'its command says so');
      return true;
    });
    if (typeof seen !== 'string') return seen;
    // It is written in another unit, and what was set in the wrong one is put back in that.
    const other: unknown = JSON.parse(
      JSON.stringify(sample).replaceAll(JSON.stringify(form), JSON.stringify(seen)),
    );
    return more > 0 ? tried(other, seen, indexBase, more - 1) : undefined;
  };
  await eachCandidate(
    { named: named.get('jogBody'), priors: ['durationMs', 'duration'], forms, bases },
    (sample, form, indexBase) => tried(sample, form, indexBase),
  );
  await completeCommand(completing);
}

type Tried = true | readonly NamedPlace[] | undefined;

function valueOf(relays: DeviceConfig['relays'], relay: number): number | undefined {
  return relays.find(({ index }) => index === relay)?.jogDuration;
}

/** How a duration may be written: as the refusal says, as the configuration has it, and in any unit. */
function durationForms(said: string, written: string): readonly string[] {
  const unit = UNITS.find(([, , name]) => name.test(spacedWords(said)))?.[0];
  const isText = /string|text/.test(said);
  const plain = UNITS.map(([each]) => `$duration:${each}`);
  const first = unit === undefined ? [] : [`$duration:${unit}${isText ? ':string' : ''}`];
  const [before, after] = aroundSaid(said);
  const around =
    before + after === '' || unit === undefined
      ? []
      : [`${plainText(before)}\${duration:${unit}}${plainText(after)}`];
  return [...new Set([...around, ...first, written, `${written}:string`, '$duration:iso', ...plain])].slice(
    0,
    8,
  );
}

/**
 * What the configuration shows is as many times as long as it was read: it has another unit. Whether that unit is known
 * for certain; undefined where there is none.
 */
function keepUnits(
  { draft }: Completing,
  { written, form, factor }: { readonly written: string; readonly form: string; readonly factor: number },
): boolean | undefined {
  const known = draft.standingAt('deviceConfig', 'relay.jogDuration') === 'proven';
  if (Math.abs(factor - 1) < 0.01) return known || form.includes(':iso');
  const to = longer(written, factor);
  if (known || to === undefined) return undefined;
  draft.rewrite('deviceConfig', 'relay.jogDuration', (text) => longer(text, factor) ?? text);
  return form.includes(':iso');
}

/** Parameters with placeholders where what was asked for stands; undefined where it does not stand in just one place. */
function echoOf(
  params: unknown,
  { duration, index }: { readonly duration: string; readonly index: number },
  body: unknown,
): unknown {
  const [asked] = leavesOf(body);
  const times = (value: Scalar): number => Number(value) / Number(asked?.value);
  const places: { at: JsonPlace; text: string }[] = leavesOf(params).flatMap(({ at, value }) => {
    if (JSON.stringify(value) === JSON.stringify(asked?.value)) return [{ at, text: duration }];
    // The same in another unit.
    const other = UNITS.some(([, factor]) => factor !== 1 && value !== index && times(value) > 0)
      ? longer(duration, 1 / times(value))
      : undefined;
    if (other !== undefined) return [{ at, text: other }];
    const [, before = '', number = '', after = ''] = /^(\D*)(\d+)(\D*)$/.exec(String(value)) ?? [];
    if (number !== String(index)) return [];
    const plain = before + after === '';
    const text = plain
      ? `$index${typeof value === 'string' ? ':string' : ''}`
      : `${plainText(before)}\${index}${plainText(after)}`;
    return [{ at, text }];
  });
  const [of, ...more] = places.filter(({ text }) => text.includes('duration'));
  const [counted, ...others] = places.filter(({ text }) => !text.includes('duration'));
  if (!of || !counted || more.length + others.length > 0) return undefined;
  return withAt(withAt(undefined, counted.at, counted.text), of.at, of.text);
}

// Completes what commands look like, once one was made.

/** Requests for a command by what may be its identifier. */
const MOST_TRIES = 6;

/** What commands look like, once one was made. */
async function completeCommand({ acting, draft, keep, profile }: Completing): Promise<void> {
  if (draft.isOpen('command')) {
    const made = grantedCommands(acting.evidence);
    const texts = leavesOf(made.at(-1)?.exchange.data).map(({ value }) => String(value));
    const ids = texts
      .filter((each) => /\d/.test(each) && !/[\s:]/.test(each))
      .flatMap((each) => commonStarts([each]).map((start) => each.slice(start.length)));
    for (const id of ids.filter((each) => /\d/.test(each)).slice(0, MOST_TRIES)) {
      const path = `/svc/v1/commands/${urlPart(id)}`;
      const reply = await acting.under({}, ({ ask }) => ask({ name: 'http', method: 'GET', path }));
      if (reply?.code === SUCCESS) break;
    }
    const drafted = new DialectDraft();
    const form = textIn(draft.data()['device'], 'deviceId');
    const before = /^([^$]*)\$\{/.exec(form)?.[1] ?? '';
    const known = Object.values(profile.devices).map(
      ({ deviceId }) => [`${before}${deviceId}`, deviceId] as const,
    );
    const device: DraftedDevice = {
      fields: {},
      texts: { deviceId: form },
      records: [],
      silent: new Set(),
      written: new Map(known),
    };
    draftCommand(drafted, acting.evidence, device);
    draftStatuses(drafted, acting.evidence, draft.data()['commandStatus']);
    const sample = drafted.shapes.get('command');
    const isProven = drafted.lines.some(
      ({ placeholder, standing }) => placeholder === '$commandId' && standing === 'proven',
    );
    if (sample !== undefined && isProven) {
      draft.put('command', sample);
      draft.annotate('command', drafted.lines);
      draft.put('commandStatus', withStatuses(drafted.settings.get('commandStatus'), acting.evidence));
    }
  }
  await keep();
}

/** Its effect was read before the command was: the word that it has now is that of success, and others are of before. */
function withStatuses(lists: unknown, evidence: readonly DraftExchange[]): unknown {
  const words = grantedCommands(evidence).map(({ command, exchange: { what } }) => ({
    what,
    word: command['status'],
  }));
  const done = words.findLast(({ what }) => what === 'commands.read')?.word;
  if (done === undefined) return lists;
  const before = [...new Set(words.map(({ word }) => word))].filter((word) => word !== done);
  const own = Object.entries(isObject(lists) ? lists : {}).map(([status, given]) => {
    const others = (given as unknown[]).filter((word) => word !== done && !before.includes(word));
    const is = status === 'succeeded' ? [done] : status === 'pending' ? before : [];
    return [status, [...is, ...others]];
  });
  return Object.fromEntries(own);
}

// Completes what a connection shows: how an operation is asked for there, and what events look like.

const MOST_REFUSALS = 3;

export async function completeExecute(completing: Completing): Promise<void> {
  const { acting, draft, deviceId, config, keep } = completing;
  if (draft.isOpen('wsRequest')) return;
  if (config.baudRate === undefined || draft.isOpen('baudRateParams') || !draft.isOpen('executeRequest'))
    return;
  const baudRate = config.baudRate === 9600 ? 19_200 : 9600;
  const operation: Operation = { name: 'device.rs485.baudRate.set', params: { baudRate } };
  const [place] = leavesOf(draft.data()['stateRequest']);
  let [key, params] = [String(place?.at[0] ?? 'deviceId'), 'params'];
  for (let tries = 0; tries < MOST_REFUSALS; tries++) {
    const executeRequest = {
      [key]: String(place?.value ?? '$deviceId'),
      idempotencyKey: '$idempotencyKey?',
      operation: { name: '$operation.name', [params]: '$operation.params' },
    };
    const said = await acting.under({ executeRequest }, async (session) => {
      const call = { name: 'operate', deviceId, operation, idempotencyKey: session.key() } as const;
      const reply = await session.talk('device:config', call);
      if (reply?.code !== SUCCESS) return reply ? placesNamed(reply.message, reply.data) : undefined;
      return (await configRead(session, deviceId))?.baudRate === baudRate ? 'fits' : undefined;
    });
    if (said === 'fits') {
      draft.put('executeRequest', executeRequest, 'proven', `${baudRate} was set so, and is read`);
      return keep();
    }
    if (!said) return;
    for (const { at } of said) {
      const [first, second, ...more] = at[0] === 'data' ? at.slice(1) : at;
      if (more.length > 0 || typeof first !== 'string') continue;
      if (first === 'operation' && typeof second === 'string' && second !== 'name') params = second;
      else if (second === undefined && first !== 'operation') key = first;
    }
  }
}

/** For events to come, in ms. */
const SOON = 1500;

export async function completeEvents(completing: Completing): Promise<void> {
  const { acting, draft, deviceId, relays, keep } = completing;
  const relay = safeRelay(completing);
  const [other] = relays;
  if (relay === undefined || other === undefined) return;
  if (draft.isOpen('relayParams') || !draft.isOpen('wsEvent')) return;
  const drafted = new DialectDraft();
  await acting.under({}, async (session) => {
    const { state: found } = session.found(deviceId);
    if (!found) return;
    const { clock } = session.target;
    const turn = async (index: number, on: boolean): Promise<void> => {
      const params = { relays: [{ index, action: on ? ('on' as const) : ('off' as const) }] };
      await operate(completing, session, { name: 'device.relay.set', params });
      await clock.sleep(SOON);
    };
    const frames = await session.listen(async () => {
      for (const index of new Set([relay, other])) {
        const was = found.relays.find((each) => each.index === index)?.on ?? false;
        await turn(index, !was);
        await turn(index, was);
      }
    });
    const form = textIn(draft.data()['device'], 'deviceId');
    const written = form.includes('{') ? form.replace(/\$\{deviceId\??\}/, deviceId) : deviceId;
    draftEvents(drafted, knownIn(frames, session.dialect, found), { form, written, at: clock.now() });
  });
  for (const shape of ['wsEvent', 'stateChanged'] as const) {
    const sample = drafted.shapes.get(shape);
    if (sample === undefined || !draft.isOpen(shape)) continue;
    draft.put(shape, sample);
    if (!draft.isOpen(shape)) draft.annotate(shape, drafted.lines);
  }
  await keep();
}

/** Each frame with what has changed since the one before it. */
function knownIn(
  frames: readonly unknown[],
  { shapes, indexBase }: Dialect,
  found: Peripherals,
): readonly EventFrame[] {
  let before = statesIn(found);
  return frames.map((frame) => ({
    frame,
    changes: (wire) => {
      const read = shapes.peripherals.decode(wire);
      if (!read.ok) return undefined;
      const [was, now] = [before, statesIn(read.value)];
      before = now;
      return now.flatMap(({ kind, index, is }) =>
        was.some((each) => each.kind === kind && each.index === index && each.is !== is)
          ? [{ kind, index: index - 1 + indexBase }]
          : [],
      );
    },
  }));
}

function statesIn({ relays, digitalInputs }: Peripherals) {
  return [
    ...relays.map(({ index, on: is }) => ({ kind: 'relay' as const, index, is })),
    ...digitalInputs.map(({ index, active: is }) => ({ kind: 'input' as const, index, is })),
  ];
}
