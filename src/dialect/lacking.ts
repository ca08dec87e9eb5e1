// What a dialect need not show because its servers do not have it, and what is read in its place.
import type { Feature } from '../contract/features.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import { AssertionError } from '../kernel/assert.js';
import { getterOf, setterOf, shown } from './node.js';
import type { ShapeCodec } from './dialect.js';
import type { ShapeScope } from './scope.js';

interface LackingField {
  readonly shape: ShapeName;
  readonly path: readonly string[];
  /** What a value has there. */
  readonly value: unknown;
}

interface Lacking {
  readonly shapes?: readonly ShapeName[];
  readonly fields?: readonly LackingField[];
}

/** What an RS485 port would be set to that is not there: the interface asks for a rate. */
const NO_RATE = 9600;

const LACKING: Readonly<Record<Feature, Lacking>> = {
  jog: {
    shapes: ['jogParams', 'jogBody'],
    fields: [{ shape: 'deviceConfig', path: ['relays'], value: [] }],
  },
  'compatibility-endpoint': { shapes: ['singleRelayBody'] },
  rs485: {
    shapes: ['transceiveParams', 'transceiveResult', 'baudRateParams', 'rs485Received'],
    fields: [{ shape: 'deviceConfig', path: ['baudRate'], value: NO_RATE }],
  },
  'transceive-timeout': {},
  'device-profiles': { shapes: ['deviceProfile', 'profileList'] },
  adding: { shapes: ['deviceAddition', 'deviceAdded'] },
  removing: {},
  passwords: { shapes: ['passwordChange'] },
  'current-password': {},
  'digital-inputs': { fields: [{ shape: 'peripherals', path: ['digitalInputs'], value: [] }] },
  'analog-inputs': { fields: [{ shape: 'peripherals', path: ['analogInputs'], value: [] }] },
  sensors: { fields: [{ shape: 'peripherals', path: ['sensors'], value: [] }] },
  'event-ids': {},
  paging: {},
};

/** Shapes that a dialect without these features does not show, each with the feature that it belongs to. */
export function lackingShapes(without: ReadonlySet<Feature>): ReadonlyMap<ShapeName, Feature> {
  return new Map(
    [...without].flatMap((feature) =>
      (LACKING[feature].shapes ?? []).map((shape) => [shape, feature] as const),
    ),
  );
}

/** Fields of features that are not there need not be shown, and have a value all the same. */
export function leaveOutLacking(shape: ShapeName, scope: ShapeScope, without: ReadonlySet<Feature>): void {
  for (const feature of without) {
    for (const { path, value } of (LACKING[feature].fields ?? []).filter((field) => field.shape === shape)) {
      if (scope.shown.has(path.join('.'))) continue;
      scope.meant.add(path.join('.'));
      const get = getterOf(path);
      const set = setterOf(path);
      scope.finishers.push((into) => {
        if (get(into) === undefined) set(into, structuredClone(value));
      });
    }
  }
}

/** Stands for a shape that is not there: nobody writes it, and whatever comes does not fit. */
export function lackingCodec(
  shape: ShapeName,
  feature: Feature | undefined,
  declaredAt: string,
): ShapeCodec<unknown> {
  const encode = (): never => {
    throw new AssertionError(`the dialect is without ${feature}, and has no ${shape}`);
  };
  return {
    encode,
    write: encode,
    parts: encode,
    schema: () => ({ not: {} }),
    decode: (wire, pointer = '') => ({
      ok: false,
      mismatches: [
        { pointer, expected: `nothing: the dialect is without ${feature}`, actual: shown(wire), declaredAt },
      ],
    }),
  };
}
