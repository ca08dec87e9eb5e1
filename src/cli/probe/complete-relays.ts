// Completes what a draft says of relays: which words switch them, what shows that they are on, and the unit of a jog. A jog
// tells all of it: whatever a relay was, it is off once the jog is over.
import { SUCCESS } from '../../contract/error-codes.js';
import { type Operation, relayAction, type RelayAction } from '../../contract/operations.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import { isObject } from '../../kernel/json.js';
import { actionOf, JOG } from '../../probe/draft/draft-actions.js';
import { INDEX, polarityOf, wordsText } from '../../probe/draft/groups.js';
import { aroundSaid, type NamedPlace, wordsSaid } from '../../probe/draft/named-places.js';
import {
  fit,
  type JsonPlace,
  leavesOf,
  plainText,
  type Scalar,
  spacedWords,
  withAt,
} from '../../probe/draft/places.js';
import { isUnknownWord } from '../../dialect/dialect.js';
import {
  type ActSession,
  type Completing,
  longer,
  operate,
  safeRelay,
  showsRelays,
  stateIn,
  textIn,
} from './acting.js';

const ACTIONS = relayAction.options;

export async function completeRelays(completing: Completing): Promise<void> {
  const { draft, named } = completing;
  const relay = safeRelay(completing);
  if (relay === undefined || !showsRelays(completing) || !completing.isRead || !draft.isOpen('relayParams'))
    return;
  const own = (named.get('relayParams') ?? []).flatMap(({ at, said }) =>
    at[0] === 'relays' && at.length > 2 ? [{ at: at.slice(2), said }] : [],
  );
  const indexText = textIn(draft.data()['peripherals'], 'relay.index');
  for (const element of elementsOf(own, indexText, readWords(draft.data())))
    if ((await tried(completing, relay, element)) !== 'other') break;
  await completeSingle(completing, relay);
  await completing.keep();
}

/** The words that states have for a relay that is on or off. */
function readWords(data: Readonly<Record<string, unknown>>): readonly string[] {
  return /\(([^()]*)\)/.exec(textIn(data['peripherals'], 'on'))?.[1]?.split('|') ?? [];
}

/** What may be asked of a relay, as an element shows it, the likeliest first. */
function elementsOf(
  named: readonly NamedPlace[],
  indexText: string,
  read: readonly string[],
): readonly unknown[] {
  const index = named.find(
    ({ at, said }) =>
      wordsSaid(said).length === 0 && (/index|integer|number/.test(said) || fit(at, INDEX) > 0),
  );
  const rest = named.filter((each) => each !== index);
  const [before, after] = aroundSaid(index?.said ?? '');
  const around = before + after === '' ? [] : [`${plainText(before)}\${relay.index}${plainText(after)}`];
  const at = index?.at ?? ['index'];
  const indices = [
    ...new Set([
      ...around,
      indexText.replace(/(\$\{?)(?=index)/, '$1relay.'),
      '$relay.index',
      '$relay.index:string',
    ]),
  ];
  const actions = actionsOf(rest.length > 0 ? rest : [{ at: ['action'], said: '' }], '$relay.action', read);
  return indices
    .slice(0, 2)
    .flatMap((text) => actions.map((places) => placed(withAt(undefined, at, text), places)));
}

interface ActionPlace {
  readonly at: JsonPlace;
  readonly text: string;
}

function placed(sample: unknown, places: readonly ActionPlace[]): unknown {
  return places.reduce((whole, { at, text }) => withAt(whole, at, text), sample);
}

const USUAL = [
  ['on', 'off', 'jog'],
  ['ON', 'OFF', 'PULSE'],
];

/** One place that has all three words, or one that switches and one that says whether it is a jog. */
function actionsOf(
  named: readonly NamedPlace[],
  name: string,
  read: readonly string[],
): readonly (readonly ActionPlace[])[] {
  const [first, second, ...more] = named.map(({ at, said }) => ({ at, words: wordsSaid(said) }));
  if (!first || more.length > 0) return [];
  const show = (at: JsonPlace, words: readonly Scalar[]): ActionPlace => ({
    at,
    text: `${name}${wordsText(...words)}`,
  });
  if (!second) {
    const lists =
      first.words.length === 3
        ? [first.words]
        : first.words.length === 0
          ? [...USUAL, ...(read.length === 2 ? [[...read, 'jog']] : [])]
          : [];
    return lists
      .flatMap((words) => orders(words))
      .flatMap((words) => (words.every((each) => /^\d+$/.test(each)) ? [words.map(Number), words] : [words]))
      .map((words) => [show(first.at, words)]);
  }
  const [main, jog] = JOG.test(spacedWords(String(first.at.at(-1)))) ? [second, first] : [first, second];
  const [yes, no] = pairOf(main.words);
  const [jogs, not] = pairOf(jog.words);
  if (yes === undefined || no === undefined || jogs === undefined || not === undefined) return [];
  return [
    [show(main.at, [yes, no, yes]), show(jog.at, [not, not, jogs])],
    [show(main.at, [yes, no, no]), show(jog.at, [not, not, jogs])],
  ];
}

/** The word that stands for true, and the other; as numbers and as truths where they are some. */
function pairOf(words: readonly string[]): readonly (Scalar | undefined)[] {
  const values = words.map((each) =>
    /^(true|false)$/.test(each) ? each === 'true' : /^\d+$/.test(each) ? Number(each) : each,
  );
  return values.length === 2 ? values.toSorted((a, b) => Number(polarityOf(b)) - Number(polarityOf(a))) : [];
}

/** All orders of three words, the one first that their meanings say. */
function orders(words: readonly string[]): readonly (readonly string[])[] {
  const all = words.flatMap((one) =>
    words
      .filter((each) => each !== one)
      .map((two) => [one, two, words.find((each) => each !== one && each !== two) ?? '']),
  );
  const guess = (word: string): RelayAction | undefined => actionOf([{ at: [], value: word }]);
  const right = (order: readonly string[]): number =>
    order.filter((word, at) => guess(word) === ACTIONS[at]).length;
  return all.toSorted((a, b) => right(b) - right(a));
}

/** Between two looks at a device, and after a jog has begun; in ms. */
const APART = 3100;
const SOON = 500;
const JOG_LASTS = 2000;

/** What a relay shows in each moment; undefined where it could not be seen. */
interface Seen {
  readonly on?: boolean | undefined;
  readonly off?: boolean | undefined;
  readonly during?: boolean | undefined;
  readonly after?: boolean | undefined;
  /** How another reading has what was seen. */
  readonly reread?: (text: string) => string;
  /** It is not as it was found. */
  readonly isLost?: boolean;
}

type Trial = 'fits' | 'other' | 'lost';

async function tried(completing: Completing, relay: number, element: unknown): Promise<Trial> {
  const { acting, draft } = completing;
  const relayParams = { relays: [element] };
  const isTimed = draft.standingAt('jogBody', 'duration') === 'likely';
  const factors = isTimed ? FACTORS : [1];
  for (let at = 0, rereads = 0; at < factors.length; at++) {
    const factor = factors[at] ?? 1;
    const timed = factor === 1 ? {} : inOtherUnits(completing, factor);
    if (!timed) continue;
    const seen = await acting.under({ relayParams, ...timed }, async (session) =>
      watched(completing, session, relay),
    );
    if (!seen) return 'other';
    if (seen.isLost) return 'lost';
    const { on, off, during, after, reread } = seen;
    if (reread && rereads++ < 2) {
      draft.rewrite('peripherals', 'relay.on', reread);
      at--;
      continue;
    }
    if (on === undefined || off === undefined || on === off) return 'other';
    if (during === undefined || after === undefined || during === after) continue;
    // The words for on and off are those of one another.
    if (during !== on) return 'other';
    const why = 'on and off asked for so were read, and a jog that ended by itself';
    draft.put('relayParams', relayParams, 'proven', why);
    if (!on) draft.rewrite('peripherals', 'relay.on', swapped);
    draft.prove('peripherals', 'relay.on', why);
    for (const [shape, name] of draft.isOpen('jogBody') ? [] : TIMED) {
      draft.rewrite(shape, name, (text) => longer(text, factor) ?? text);
      if (draft.isOpen(shape)) continue;
      draft.prove(shape, name, `a jog of ${JOG_LASTS / 1000} s was over in time, and not before`);
      draft.prove(shape, 'index', 'its command says so');
    }
    return 'fits';
  }
  return 'other';
}

const TIMED = [
  ['deviceConfig', 'relay.jogDuration'],
  ['jogBody', 'duration'],
  ['jogParams', 'duration'],
] as const;
/** How many times as long a unit may be as it was taken for. */
const FACTORS = [1, 1000, 0.001, 100, 0.01, 10, 0.1];

/** All that is written in a unit, in another one; undefined where one of them has none. */
function inOtherUnits({ draft }: Completing, factor: number): Record<string, unknown> | undefined {
  const data = draft.data();
  let isWhole = true;
  const shift = (_: string, each: unknown): unknown => {
    if (typeof each !== 'string' || !/\$.*[dD]uration/.test(each)) return each;
    const other = longer(each, factor);
    isWhole &&= other !== undefined;
    return other ?? each;
  };
  const shapes = TIMED.filter(([shape]) => !draft.isOpen(shape)).map(([shape]) => shape);
  const changed = shapes.map((shape) => [shape, JSON.parse(JSON.stringify(data[shape]), shift)] as const);
  return isWhole ? Object.fromEntries(changed) : undefined;
}

function swapped(text: string): string {
  const words = /\(([^()|]*)\|([^()|]*)\)/;
  return words.test(text)
    ? text.replace(words, '($2|$1)')
    : text.replace(/^(\$relay\.on)$/, '$1(false|true):json');
}

function onIn(state: Peripherals | undefined, relay: number): boolean | undefined {
  return state?.relays.find(({ index }) => index === relay)?.on;
}

function switching(index: number, action: RelayAction): Operation {
  return { name: 'device.relay.set', params: { relays: [{ index, action }] } };
}

/** On, off and a jog, each looked at; it ends as it was found. */
async function watched(
  completing: Completing,
  session: ActSession,
  relay: number,
): Promise<Seen | undefined> {
  const { deviceId } = completing;
  const { clock } = session.target;
  let lookedAt = -Infinity;
  let unread: string | undefined;
  const look = async (): Promise<Peripherals | undefined> => {
    await clock.sleep(Math.max(0, lookedAt + APART - clock.now()));
    const reply = await session.ask({ name: 'refresh', deviceId });
    lookedAt = clock.now();
    unread ??= reply?.dialectMismatches?.find(isUnknownWord)?.actual;
    return stateIn(reply);
  };
  const act = async (action: RelayAction): Promise<boolean> =>
    (await operate(completing, session, switching(relay, action)))?.code === SUCCESS;
  const found = session.found(deviceId).state ?? (await look());
  if (!found) return undefined;
  session.safety.noteInitial(deviceId, found);
  const isOn = (state: Peripherals | undefined): boolean | undefined => onIn(state, relay);
  if (!(await act('on'))) return undefined;
  const on = await look();
  let last = (await act('off')) ? await look() : undefined;
  const off = isOn(last);
  const back = async (): Promise<boolean> => {
    for (const action of ['off', 'on'] as const) {
      if (JSON.stringify(last?.relays) === JSON.stringify(found.relays)) return false;
      if (await act(isOn(found) === isOn(on) ? 'on' : action)) last = await look();
    }
    return JSON.stringify(last?.relays) !== JSON.stringify(found.relays);
  };
  if (unread !== undefined) {
    const word: unknown = JSON.parse(unread);
    return { reread: (text) => withWord(text, isOn(found) ? 1 : 0, String(word)), isLost: await back() };
  }
  if (on && last && isOn(on) === off) {
    const others = on.relays.filter(({ index, on: now }) => onIn(found, index) !== now);
    if (others.length === 0 && isOn(found) === off) return { isLost: true };
    const isMirrored = others.length === 1 && others[0]?.index === on.relays.length + 1 - relay;
    return { ...(isMirrored && { reread: mirrored }), isLost: await back() };
  }
  let [during, after]: (Peripherals | undefined)[] = [];
  const setting = {
    name: 'device.relay.jogConfig.set',
    params: { index: relay, duration: JOG_LASTS },
  } as const;
  if (on && last && (await operate(completing, session, setting))?.code === SUCCESS) {
    await clock.sleep(Math.max(0, lookedAt + APART - SOON - clock.now()));
    const from = clock.now();
    if (await act('jog')) {
      await clock.sleep(SOON);
      lookedAt = -Infinity;
      const seen = await look();
      // What was refused for a moment was seen too late.
      if (clock.now() - from < JOG_LASTS) during = seen;
      last = after = await look();
    }
  }
  return { on: isOn(on), off, during: isOn(during), after: isOn(after), isLost: await back() };
}

/** `$relay.on(on|unseen)` with the word that was not known. */
function withWord(text: string, at: 0 | 1, word: string): string {
  return text.replace(/\(([^()|]*)\|([^()|]*)\)/, (_, yes: string, no: string) =>
    at === 0 ? `(${word}|${no})` : `(${yes}|${word})`,
  );
}

function mirrored(text: string): string {
  return text.replace(/:bits(FromRight)?/, (_, isRight?: string) => (isRight ? ':bits' : ':bitsFromRight'));
}

/** The endpoint for one relay: its command says, in words that are known by now, what it has taken each for. */
async function completeSingle(completing: Completing, relay: number): Promise<void> {
  const { acting, draft, named } = completing;
  if (draft.isOpen('relayParams') || draft.isOpen('command') || !draft.isOpen('singleRelayBody')) return;
  const known = /\(([^()]*)\)/.exec(textIn(draft.data()['relayParams'], 'action'))?.[1]?.split('|') ?? [];
  for (const places of actionsOf(named.get('singleRelayBody') ?? [], '$action', known.slice(0, 2))) {
    const singleRelayBody = placed(undefined, places);
    const taken = await acting.under({ singleRelayBody }, async (session) => {
      for (const action of ['jog', 'on', 'off'] as const) {
        const reply = await operate(completing, session, switching(relay, action), true);
        const [set] = leavesOf(isObject(reply?.data) ? reply.data['command'] : undefined, true).filter(
          ({ at }) => at.at(-1) === 'action',
        );
        if (reply?.code !== SUCCESS || set?.value !== action) return false;
      }
      return true;
    });
    if (!taken) continue;
    draft.put('singleRelayBody', singleRelayBody, 'proven', 'its commands say so of each word');
    return;
  }
}
