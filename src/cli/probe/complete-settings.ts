// Completes how a baud rate and a jog duration are set: another one is set, and read.
import { SUCCESS } from '../../contract/error-codes.js';
import type { DeviceConfig } from '../../contract/schemas/device.js';
import { isObject } from '../../kernel/json.js';
import { UNITS } from '../../probe/draft/draft-config.js';
import { textAround } from '../../probe/draft/draft.js';
import { aroundSaid, type NamedPlace } from '../../probe/draft/named-places.js';
import {
  type JsonPlace,
  leavesOf,
  plainText,
  type Scalar,
  spacedWords,
  withAt,
} from '../../probe/draft/places.js';
import { type ActSession, namedBy } from './acting.js';
import { completeCommand } from './complete-command.js';
import {
  type Completing,
  eachCandidate,
  firstIndex,
  longer,
  operate,
  safeRelay,
  settledConfig,
  textIn,
} from './completing.js';

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
  await eachCandidate(
    { named: named.get('jogBody'), priors: ['durationMs', 'duration'], forms, bases },
    async (sample, form, indexBase) =>
      acting.under({ jogBody: sample, indexBase }, async (session) => {
        const reply = await operate(completing, session, own);
        if (reply?.code !== SUCCESS) return namedBy(reply);
        const after = await settledConfig(
          session,
          deviceId,
          ({ relays }) => valueOf(relays, relay) !== before,
        );
        const read = after && valueOf(after.relays, relay);
        if (!after || read === undefined || read === before) return undefined;
        // No other relay has changed: it is counted as the draft says.
        const others = config.relays.filter(({ index }) => index !== relay);
        if (others.some((each) => valueOf(after.relays, each.index) !== each.jogDuration)) return undefined;
        const isSure = keepUnits(completing, { written, form, factor: duration / read });
        if (isSure === undefined) return undefined;
        const why = 'what was set so is read';
        draft.put('indexBase', indexBase);
        draft.put('jogBody', sample, isSure ? 'proven' : 'likely', why);
        const params = paramsIn(session, 'device.relay.jogConfig.set');
        const echo = echoOf(
          params,
          { duration: form, index: relay - 1 + firstIndex(completing) },
          session.dialect.shapes.jogBody.encode({ duration }),
        );
        if (echo !== undefined)
          draft.put('jogParams', echo, isSure ? 'proven' : 'likely', 'its command says so');
        return true;
      }),
  );
  await completeCommand(completing);
}

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

/** What the last command says of its parameters, as it came. */
function paramsIn({ target }: ActSession, name: string): unknown {
  const replies = target.trace.records().flatMap((each) => (each.kind === 'reply' ? [each.body] : []));
  const commands = replies.flatMap((body) => {
    const data = isObject(body) ? body['data'] : undefined;
    const command = isObject(data) ? data['command'] : undefined;
    return isObject(command) && command['operation'] === name ? [command['params']] : [];
  });
  return commands.at(-1);
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
