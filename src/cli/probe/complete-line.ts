// Completes how bytes are sent over RS485, and how a response and a timeout are written: only in a form that a refusal names,
// since in another one the line would carry other bytes than the profile allows.
import { SUCCESS } from '../../contract/error-codes.js';
import { BYTE_CODECS } from '../../dialect/byte-codecs.js';
import { UNITS } from '../../probe/draft/draft-config.js';
import type { NamedPlace } from '../../probe/draft/named-places.js';
import {
  fit,
  type JsonPlace,
  leavesOf,
  placeKey,
  spacedWords,
  valueAt,
  withAt,
} from '../../probe/draft/places.js';
import { type ActSession, type Completing, lastCommand, operate } from './acting.js';

/** What a refusal says of bytes, and the forms that it may mean: all of one row carry the same bytes. */
const FORMS: readonly (readonly [said: RegExp, forms: readonly string[]])[] = [
  [/\bhex|base16/i, ['hex', 'HEX', 'hexSpaced', 'HEXSpaced', 'hexColon', 'HEXColon']],
  [/base64url/i, ['base64url']],
  [/base64/i, ['base64', 'base64url']],
  [/\b(list|array)\b/i, ['array']],
  [/one character a byte/i, ['text']],
];
const TIMEOUT = [/\b(timeout|wait|patience|within|time)\b|timeout|wait/];
/** How long the line waits for bytes that nobody answers, in ms: no wait of a server's own is as long as both. */
const WAITS = [700, 1900];
/** When a command is over at last, in ms, and how often it is read until then. */
const LATEST = 6000;
const NEXT = 250;

export async function completeLine(completing: Completing): Promise<void> {
  const { draft, named, rs485, keep } = completing;
  const places = named.get('transceiveParams') ?? [];
  const [data, ...others] = places.filter(({ said }) => formsOf(said).length > 0);
  if (!data || others.length > 0 || rs485?.answered === undefined) return;
  if (draft.isOpen('command') || !draft.isOpen('transceiveParams')) return;
  for (const form of formsOf(data.said)) {
    const bytes = withAt(undefined, data.at, `$data:${form}`);
    const done = await transceived(completing, bytes, { data: rs485.answered });
    if (!done) continue;
    const [answer, ...more] = answersIn(done.result, rs485.answer);
    const guessed = leavesOf(draft.data()['transceiveParams']).find(({ value }) =>
      /\$timeout/.test(String(value)),
    );
    const time = places.find((each) => each !== data && fit(each.at, TIMEOUT) > 0);
    const timed = time && (await withTimeout(completing, time, bytes));
    draft.put(
      'transceiveParams',
      timed ?? (guessed ? withAt(bytes, guessed.at, guessed.value) : bytes),
      tellsForm(rs485.answered, form, formsOf(data.said)) ? 'proven' : 'likely',
      answer ? 'its answer came' : 'it was granted, as its refusal says',
    );
    const [standing, why] = timed
      ? (['proven', 'each wait was over in time, and not before'] as const)
      : (['open', 'nothing of it was seen'] as const);
    draft.annotate('transceiveParams', [
      { shape: 'transceiveParams', placeholder: '$timeout', standing, why },
    ]);
    if (answer && more.length === 0)
      draft.put(
        'transceiveResult',
        withAt(undefined, answer.at, `$data:${answer.form}`),
        answer.isSure ? 'proven' : 'likely',
        'the answer of the profile',
      );
    return keep();
  }
}

function formsOf(said: string): readonly string[] {
  return FORMS.find(([each]) => each.test(said))?.[1] ?? [];
}

/** No other form writes these bytes alike: that the server takes them tells the form. */
function tellsForm(bytes: string, form: string, forms: readonly string[]): boolean {
  const text = (each: string): string => JSON.stringify(BYTE_CODECS[each]?.encode(bytes));
  return forms.every((other) => other === form || text(other) !== text(form));
}

interface Answer {
  readonly at: JsonPlace;
  readonly form: string;
  /** Other bytes would not be read otherwise: in base64 and base64url many are the same. */
  readonly isSure: boolean;
}

interface Done {
  readonly result: unknown;
  /** In ms. */
  readonly took: number;
}

/** Until its command is over; undefined where it was refused. */
async function transceived(
  completing: Completing,
  transceiveParams: unknown,
  params: { readonly data: string; readonly timeout?: number },
): Promise<Done | undefined> {
  return completing.acting.under({ transceiveParams }, async (session) => {
    const { clock } = session.target;
    const from = clock.now();
    const reply = await operate(completing, session, { name: 'device.rs485.transceive', params });
    let made = commandIn(session);
    if (reply?.code !== SUCCESS || !made) return undefined;
    while (made.status === 'pending' && clock.now() - from < LATEST) {
      await clock.sleep(NEXT);
      await session.ask({ name: 'readCommand', commandId: made.commandId });
      made = commandIn(session) ?? made;
    }
    return { result: lastCommand(session)?.['result'], took: clock.now() - from };
  });
}

/** The last command but for its result, of which it is not known what it looks like. */
function commandIn(session: ActSession) {
  const { result: _, ...command } = lastCommand(session) ?? {};
  const decoded = session.dialect.command.decode(command);
  return decoded.ok ? decoded.value : decoded.bearable;
}

/** Where a result has these bytes, and in which forms. */
function answersIn(result: unknown, bytes: string | undefined): Answer[] {
  if (bytes === undefined) return [];
  // A list of bytes has a leaf for each.
  const places = new Map(
    leavesOf(result).flatMap(({ at }) => [at, at.slice(0, -1)].map((each) => [placeKey(each), each])),
  );
  return [...places.values()].flatMap((at) => {
    const value = valueAt(result, at);
    const [form, ...more] = Object.keys(BYTE_CODECS).filter(
      (each) => BYTE_CODECS[each]?.decode(value) === bytes,
    );
    return form === undefined ? [] : [{ at, form, isSure: form !== 'base64' || more.length === 0 }];
  });
}

/** Bytes with a timeout in the unit that the refusal names, where both waits last as long as they should. */
async function withTimeout(
  completing: Completing,
  { at, said }: NamedPlace,
  bytes: unknown,
): Promise<unknown> {
  const data = completing.rs485?.unanswered;
  const [unit, ...more] = UNITS.filter(([, , name]) => name.test(spacedWords(said)));
  if (data === undefined || !unit || more.length > 0) return undefined;
  const sample = withAt(bytes, at, `$timeout:${unit[0]}${/string|text/.test(said) ? ':string' : ''}?`);
  for (const timeout of WAITS) {
    const done = await transceived(completing, sample, { data, timeout });
    if (!done || done.took < timeout * 0.9 || done.took > timeout * 1.3 + NEXT * 2) return undefined;
  }
  return sample;
}
