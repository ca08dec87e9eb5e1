// What a refusal says of a request: the places that it names, and the words that it would take there.
import { isObject, jsonIn } from '../../kernel/json.js';
import type { JsonPlace } from './places.js';

export interface NamedPlace {
  readonly at: JsonPlace;
  /** What stands behind the name, up to the next one. */
  readonly said: string;
}

const POINTER = String.raw`(?<![\w/])(\/[^\s…/;:,"'\`()]+(?:\/[^\s…/;:,"'\`()]+)*)(?![^\s"']*…)`;
const QUOTED = String.raw`["'\`]([A-Za-z_$][\w$.[\]-]*)["'\`]`;
const SAID = String.raw`\b([A-Za-z_]\w*)(?= (?:is|must|should|has to|missing)\b)`;

export function placesNamed(message: string, data: unknown): readonly NamedPlace[] {
  const text = [message, ...(isObject(data) ? [JSON.stringify(data)] : [])].join('\n');
  for (const form of [POINTER, QUOTED, SAID]) {
    const found = [...text.matchAll(new RegExp(form, 'g'))];
    const named = found.map(({ 0: whole, 1: name = '', index }, at) => ({
      at: form === POINTER ? pointed(name) : dotted(name),
      said: text.slice(index + whole.length, found[at + 1]?.index),
    }));
    if (named.length > 0) return named;
  }
  return [];
}

function pointed(pointer: string): JsonPlace {
  const names = pointer.slice(1).split('/');
  return names.map((each) => inPlace(each.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function dotted(path: string): JsonPlace {
  return path
    .split(/[.[\]]+/)
    .filter((each) => each !== '')
    .map(inPlace);
}

function inPlace(name: string): string | number {
  return /^\d+$/.test(name) ? Number(name) : name;
}

/** The words of a choice: `one of ON, OFF, PULSE`. */
export function wordsSaid(said: string): readonly string[] {
  const list = /one of:? ([^;\n]+)/.exec(said)?.[1] ?? '';
  return list
    .split(/\s*[,|]\s*|\s+or\s+/)
    .flatMap((each) => each.replaceAll(/^["'`[(]+|["'`\])]+$/g, '') || []);
}

/** What stands around the value: `"Power…" around an index`. */
export function aroundSaid(said: string): readonly [before: string, after: string] {
  const [, before = '', after = ''] = /"([^"]*)…([^"]*)"/.exec(said) ?? [];
  return [before, after];
}

/** What a refusal says of a frame: constants, and the text that has the topic. Undefined where it names no place for it. */
export function frameSaid(message: string): ((topic: string) => Record<string, unknown>) | undefined {
  const places = placesNamed(message, undefined).flatMap(({ at: [name, ...deeper], said }) =>
    typeof name === 'string' && deeper.length === 0 ? [{ name, said, is: CONSTANT.exec(said)?.[1] }] : [],
  );
  const topic = places.find(({ is }) => is === undefined);
  if (!topic) return undefined;
  const [before, after] = aroundSaid(topic.said);
  return (text) =>
    Object.fromEntries(
      places.flatMap(({ name, is }) =>
        name === topic.name
          ? [[name, `${before}${text}${after}`] as const]
          : is === undefined
            ? []
            : [[name, jsonIn(is)] as const],
      ),
    );
}

const CONSTANT =
  /(?:expected|must be|should be|equal to):? ("[^"…]*"|-?\d+(?:\.\d+)?|true|false)\s*(?:[;,.]|$)/;
