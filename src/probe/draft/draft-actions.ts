// What a request asks of a relay: it may stand in several places, which tell it together.
import type { ShapeName } from '../../contract/schemas/shapes.js';
import type { DialectDraft, DraftStanding } from './draft.js';
import { ABSENT, polarityOf, wordsText } from './groups.js';
import { type JsonPlace, type Leaf, leavesOf, placeKey, spacedWords, withAt } from './places.js';

/** What was asked for, and granted. */
export interface GrantedBody {
  readonly value: Record<string, unknown>;
  readonly source: string;
}

const ACTIONS = ['on', 'off', 'jog'] as const;
type ActionWord = (typeof ACTIONS)[number];

export const JOG = /\b(jog|pulse|puls|momentary|blink|impulse|timed?|timer|after|delay)\b|jog|puls/;
const TURNS = {
  on: /\bon\b|energi[sz]e|activate|close|start|raise/,
  off: /\boff\b|release|deactivate|open|stop|drop/,
};

/** What the leaves of one request ask of a relay; undefined where nobody can say. */
export function actionOf(leaves: readonly Leaf[]): ActionWord | undefined {
  const isJog = leaves.some(
    ({ at, value }) =>
      JOG.test(spacedWords(String(value))) ||
      (JOG.test(spacedWords(String(at.at(-1)))) && polarityOf(value) !== false),
  );
  if (isJog) return 'jog';
  const said = leaves.flatMap(({ value }) => {
    const text = spacedWords(String(value));
    return polarityOf(value) ?? (TURNS.off.test(text) ? false : TURNS.on.test(text) ? true : []);
  });
  // Where several places tell it, the first is the one that switches.
  return said[0] === undefined ? undefined : said[0] ? 'on' : 'off';
}

/** Each place of a request that tells the actions apart, with what stands there for each; others stand as they are. */
export function actionSample(
  draft: DialectDraft,
  bodies: readonly GrantedBody[],
  { shape, name, index }: { readonly shape: ShapeName; readonly name: string; readonly index: JsonPlace },
): unknown {
  const { seen, guessed } = actionsIn(
    bodies.map(({ value }) => leavesOf(value).filter(({ at }) => placeKey(at) !== placeKey(index))),
  );
  const [some] = seen.values();
  if (!some) return undefined;
  const places = new Map([...seen.values()].flat().map(({ at }) => [placeKey(at), at]));
  const unseen = ACTIONS.filter((action) => !seen.has(action));
  let sample: unknown;
  for (const at of places.values()) {
    const words = ACTIONS.map((action) => {
      const leaves = seen.get(action);
      return leaves ? (leaves.find((each) => placeKey(each.at) === placeKey(at))?.value ?? ABSENT) : action;
    });
    const isSame =
      unseen.length < 2 && new Set(words.filter((_, at2) => seen.has(ACTIONS[at2] ?? 'on'))).size === 1;
    const first = words[0];
    sample = withAt(sample, at, isSame && seen.size > 1 ? first : `${name}${wordsText(...words)}`);
  }
  const [standing, why]: [DraftStanding, string] =
    unseen.length === 0
      ? guessed
        ? ['open', `nothing says which is ${guessed}; ${bodies[0]?.source}`]
        : ['likely', `its words say so in ${bodies[0]?.source}`]
      : ['open', `not seen, and so a guess: the word for ${unseen.join(' and ')}; ${bodies[0]?.source}`];
  draft.say(shape, name, standing, why);
  return sample;
}

/** What is asked of a relay, by what tells it; what says nothing is the action that nothing else says. */
function actionsIn(asked: readonly (readonly Leaf[])[]): {
  readonly seen: ReadonlyMap<ActionWord, readonly Leaf[]>;
  /** Nothing says it of itself. */
  readonly guessed: ActionWord | undefined;
} {
  const forms = new Map(asked.map((leaves) => [JSON.stringify(leaves), leaves]));
  const seen = new Map<ActionWord, readonly Leaf[]>();
  const unsaid: (readonly Leaf[])[] = [];
  for (const leaves of [...forms.values()].toSorted((a, b) => weightOf(a) - weightOf(b))) {
    const action = actionOf(leaves);
    if (action && !seen.has(action)) seen.set(action, leaves);
    else unsaid.push(leaves);
  }
  const left = ACTIONS.filter((action) => !seen.has(action));
  const [only, ...others] = unsaid;
  const [word, ...words] = left;
  const isLast = only !== undefined && others.length === 0 && words.length === 0;
  const guessed = isLast ? word : undefined;
  if (guessed && only) seen.set(guessed, only);
  return { seen, guessed };
}

/** What asks for more comes later: on, and off again. */
function weightOf(leaves: readonly Leaf[]): number {
  return leaves.length * 2 + leaves.filter(({ value }) => Boolean(value)).length;
}
