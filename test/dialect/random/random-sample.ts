// A random sample of one shape: fields in any order, under any names, in any nesting, as lists or keyed maps.
import { groupOf } from '../../../src/dialect/schema-facts.js';
import { z } from 'zod';
import {
  ELEMENT_WORDS,
  FIXED_ARRAYS,
  FIXED_NAMES,
  SHAPE_NAMES,
  SHAPES,
  type ShapeName,
} from '../../../src/contract/schemas/shapes.js';
import { chance, type Draw, drawName, drawText, pick } from './draw.js';
import type { FieldPlan, Plan, Presence } from './plan.js';
import { drawChannels } from './random-channels.js';
import { drawScalar } from './random-scalar.js';
import { drawTogether, type Loose, type Part } from './random-together.js';
import type { Tree } from './sample-tree.js';

interface Drawing {
  readonly draw: Draw;
  readonly shape: ShapeName;
}

export function drawSample(draw: Draw, shape: ShapeName): { tree: Tree; plan: Plan } {
  const { parts, plan } = drawParts({ draw, shape }, SHAPES[shape], []);
  return { tree: arrange(draw, parts), plan };
}

/** @param path of the placeholders: empty for the shape itself, `['relay']` for an element. */
function drawParts(
  drawing: Drawing,
  schema: z.ZodObject,
  path: readonly string[],
  without?: string,
): { parts: Part[]; plan: Plan } {
  const { draw, shape } = drawing;
  const parts: Part[] = [];
  const loose: Loose[] = [];
  const plan = new Map<string, FieldPlan>();
  for (const [name, declared] of Object.entries(schema.shape) as [string, z.core.$ZodType][]) {
    const here = [...path, name];
    const fixedName = FIXED_NAMES[shape]?.includes(here.join('.')) ? name : undefined;
    const optional = declared instanceof z.ZodOptional;
    const inner = optional ? declared.unwrap() : declared;
    // Something has to say which device is added.
    const names = shape === 'deviceAddition' && name === 'deviceId';
    const presence = names ? 'always' : drawPresence(draw, inner, optional, fixedName);
    if (name !== without && isLoose(inner) && fixedName === undefined) {
      loose.push({ name, path: here, schema: inner, presence });
      continue;
    }
    const drawn =
      name === without || presence === 'never'
        ? { parts: [], field: {} }
        : drawField(drawing, inner, here, fixedName, presence);
    parts.push(...drawn.parts);
    plan.set(name, { presence, ...drawn.field });
  }
  const together = drawTogether(draw, loose);
  parts.push(...together.parts);
  for (const [name, field] of together.plan) plan.set(name, field);
  return { parts, plan };
}

/** Scalars that may lie anywhere, alone or with others. */
function isLoose(schema: z.core.$ZodType): boolean {
  return ![z.ZodUnknown, z.ZodArray, z.ZodObject].some((kind) => schema instanceof kind);
}

function drawPresence(
  draw: Draw,
  schema: z.core.$ZodType,
  optional: boolean,
  fixedName: string | undefined,
): Presence {
  if (!optional) return 'always';
  if (fixedName) return 'maybe';
  // What is true or nothing can only be told together with another field.
  if (schema instanceof z.ZodLiteral) return pick(draw, ['maybe', 'never']);
  return pick(draw, groupOf(schema) ? ['always', 'maybe'] : PRESENCES);
}

const PRESENCES: readonly Presence[] = ['always', 'maybe', 'never'];

function drawField(
  drawing: Drawing,
  schema: z.core.$ZodType,
  path: readonly string[],
  fixedName: string | undefined,
  presence: Presence,
): { parts: Part[]; field: Partial<FieldPlan> } {
  const { draw } = drawing;
  const optional = presence === 'maybe';
  const name = `$${path.join('.')}${optional ? '?' : ''}`;
  if (schema instanceof z.ZodUnknown) {
    if (drawing.shape === 'wsEvent' && chance(draw, 3)) {
      return { parts: [{ fixedName: '...', tree: { kind: 'spread', text: name } }], field: {} };
    }
    return one({ kind: 'text', text: name });
  }
  if (schema instanceof z.ZodArray) return drawList(drawing, schema, fixedName);
  if (schema instanceof z.ZodObject) {
    const shape = shapeOf(schema);
    if (shape && chance(draw, 2)) return one({ kind: 'shape', text: name, shape }, { inner: shape });
    const { parts, plan } = drawParts(drawing, schema, path);
    // Its fields may lie among those around it, unless the object has a name of its own.
    if (!fixedName && chance(draw, 2)) return { parts, field: { inner: plan } };
    return one(arrange(draw, parts), { inner: plan });
  }
  return one({ kind: 'text', text: name });

  function one(tree: Tree, field: Partial<FieldPlan> = {}): { parts: Part[]; field: Partial<FieldPlan> } {
    return { parts: [{ fixedName, tree }], field };
  }
}

const KEYS: Readonly<Record<string, string>> = {
  ...{
    relay: 'index',
    input: 'index',
    analog: 'index',
    sensor: 'key',
    device: 'deviceId',
    profile: 'profileId',
  },
};

/** What elements may share, and stand in one list under. */
const GROUPS: Readonly<Record<string, string>> = {
  'stateChanged change': 'kind',
  'peripherals relay': 'on',
  'peripherals input': 'active',
  'relayParams relay': 'action',
};

function drawList(
  drawing: Drawing,
  schema: z.ZodArray,
  fixedName: string | undefined,
): { parts: Part[]; field: Partial<FieldPlan> } {
  const { draw, shape } = drawing;
  const word = ELEMENT_WORDS.get(schema)!;
  const element = schema.element as z.ZodObject;
  const key = KEYS[word];
  const isArray = fixedName !== undefined && FIXED_ARRAYS[shape]?.includes(fixedName);
  const complete = shape === 'peripherals' || shape === 'deviceConfig';
  if (complete && key === 'index' && chance(draw, 2)) {
    const truth = Object.entries(element.shape).find(([, each]) => each instanceof z.ZodBoolean)?.[0];
    if (truth !== undefined && chance(draw, 2)) return drawChannels(draw, word, truth, element);
    const { parts, plan } = drawParts(drawing, element, [word], key);
    const tree: Tree = { kind: 'list', element: arrange(draw, parts) };
    return { parts: [{ tree }], field: { element: plan, ordered: true } };
  }
  if (key && !isArray && chance(draw, 2)) {
    const { parts, plan } = drawParts(drawing, element, [word], key);
    const drawn = drawScalar(draw, `${word}.${key}`, element.shape[key] as z.core.$ZodType, false);
    const text = drawn.text;
    const [only] = parts;
    const required = [...plan.values()].filter(({ presence }) => presence !== 'never').length === 2;
    const bare =
      parts.length === 1 && required && [...plan.values()].every(({ presence }) => presence !== 'maybe');
    // What nothing stands for cannot stand under a key.
    const leftOut = only?.tree.kind === 'text' && only.tree.text.includes('absent');
    const value = only && bare && !leftOut && chance(draw, 2) ? only.tree : arrange(draw, parts);
    return {
      parts: [{ fixedName, tree: { kind: 'map', key: text, value } }],
      field: { element: new Map([...plan, [key, { presence: 'always', ...drawn.field }]]), key },
    };
  }
  const group = GROUPS[`${shape} ${word}`];
  if (group !== undefined && !isArray && chance(draw, 3)) {
    const { parts, plan } = drawParts(drawing, element, [word], group);
    const drawn = drawScalar(draw, `${word}.${group}`, element.shape[group] as z.core.$ZodType, false);
    const value: Tree = { kind: 'list', element: arrange(draw, parts) };
    return {
      parts: [{ fixedName, tree: { kind: 'map', key: drawn.text, value } }],
      field: { element: new Map([...plan, [group, { presence: 'always', ...drawn.field }]]), group },
    };
  }
  const ofShape = shapeOf(element);
  if (ofShape && chance(draw, 2)) {
    const each: Tree = { kind: 'shape', text: `$${word}`, shape: ofShape };
    return { parts: [{ fixedName, tree: { kind: 'list', element: each } }], field: { element: ofShape } };
  }
  const { parts, plan } = drawParts(drawing, element, [word]);
  const tree: Tree = { kind: 'list', element: arrange(draw, parts) };
  return { parts: [{ fixedName, tree }], field: { element: plan } };
}

/** Parts in a random order under random names, some of them deeper, and literals among them. */
function arrange(draw: Draw, parts: readonly Part[]): Tree {
  const taken = new Set(parts.flatMap(({ fixedName }) => fixedName ?? []));
  // The fields of what is spread lie here as well, and have names of their own.
  const before = parts.some(({ tree }) => tree.kind === 'spread') ? 'frame ' : '';
  const nameIt = (): string => before + drawName(draw, taken);
  const fields: [string, Tree][] = [];
  const group: Part[] = [];
  for (const part of parts) {
    if (part.fixedName !== undefined) fields.push([part.fixedName, part.tree]);
    else if (chance(draw, 4)) group.push(part);
    else fields.push([nameIt(), part.tree]);
  }
  if (group.length > 0) fields.push([nameIt(), arrange(draw, group)]);
  if (chance(draw, 4)) fields.push([nameIt(), drawLiteral(draw)]);
  if (chance(draw, 2)) fields.reverse();
  return { kind: 'object', fields };
}

function drawLiteral(draw: Draw): Tree {
  if (chance(draw, 6)) return { kind: 'object', fields: [['v', { kind: 'literal', value: 1 }]] };
  if (chance(draw, 6)) return { kind: 'object', fields: [] };
  const value = pick(draw, [null, true, 0, -1.5, [], [1, 'a', [null]], drawText(draw).replaceAll('$', '')]);
  return { kind: 'literal', value };
}

function shapeOf(schema: z.core.$ZodType): ShapeName | undefined {
  return SHAPE_NAMES.find((name) => SHAPES[name] === schema);
}
