// What a dialect says once for all its shapes: its name, where it counts from, how it pages.
import * as z from 'zod';
import { allMissing, type Feature, FEATURES } from '../contract/features.js';
import { editorSchema, explained, type JsonSchema } from '../document/editor-schema.js';
import { validate } from '../document/validate.js';
import type { YamlDocument } from '../document/yaml-document.js';
import type { Dialect, Paging, ShapeCodec } from './dialect.js';
import type { Problem } from '../document/problem.js';
import { PLAIN, type ScalarCodec, wordCodec } from './scalar-codec.js';
import type { CommandStatus } from '../contract/schemas/scalars.js';
import {
  type ErrorCode,
  OPEN_ERROR_CODES,
  type OpenErrorCode,
  STATED_ERROR_CODES,
  STATUS_OF_CODE,
  SUCCESS,
} from '../contract/error-codes.js';
import { assert, AssertionError } from '../kernel/assert.js';
import { PATH_PREFIX } from '../contract/limits.js';
import { SHAPE_NAMES, type ShapeName } from '../contract/schemas/shapes.js';
import { shown } from './node.js';
import type { ShapeScope } from './scope.js';

// The codes and statuses of refusals: the stated ones as they are, the open ones as the dialect has them.

const OPEN_CODES = Object.keys(OPEN_ERROR_CODES) as OpenErrorCode[];
const STATED_CODES = Object.keys(STATED_ERROR_CODES) as (keyof typeof STATED_ERROR_CODES)[];

/** Statuses that the interface gives to one code alone. */
const OWNERS = new Map(['RATE_LIMITED', 'INTERNAL_ERROR'].map((code) => [STATUS_OF_CODE[code], code]));

/** What APP_DISABLED comes with unless the dialect says otherwise: the interface gives no status. */
const DISABLED_STATUS = 403;

const httpStatus = z
  .int()
  .min(400)
  .max(599)
  .superRefine((given, context) => {
    const owner = OWNERS.get(given);
    if (owner === undefined) return;
    context.addIssue({ code: 'custom', message: `the interface gives ${given} to ${owner} alone` });
  });

/** An open refusal may borrow a stated code, with the status that the interface gives to that code. */
function refusal(usual: OpenErrorCode) {
  const facts = { code: usual as string, status: OPEN_ERROR_CODES[usual].status, also: [] as string[] };
  return z
    .strictObject({
      code: z.string().min(1).default(facts.code).describe('The code that is written'),
      status: httpStatus.default(facts.status).describe('The HTTP status'),
      also: z
        .array(z.string().min(1), 'write the codes as a list: [E_TIME, E_RANGE]')
        .default([])
        .describe('Further codes that mean the same; they are read, and never written'),
    })
    .superRefine((given, context) => {
      const stated = STATUS_OF_CODE[given.code];
      if (stated === undefined || stated === given.status) return;
      const message =
        given.code === SUCCESS ? `${SUCCESS} is no refusal` : `${given.code} has the status ${stated}`;
      context.addIssue({ code: 'custom', message: `the interface says that ${message}` });
    })
    .default(facts)
    .describe(OPEN_ERROR_CODES[usual].meaning);
}

/** The setting `errorCodes`: codes and statuses of the open refusals, and the status of APP_DISABLED. */
const errorCodes = z
  .strictObject({
    ...(Object.fromEntries(OPEN_CODES.map((code) => [code, refusal(code)])) as Record<
      OpenErrorCode,
      ReturnType<typeof refusal>
    >),
    APP_DISABLED: z
      .strictObject({ status: httpStatus.describe('The HTTP status') })
      .default({ status: DISABLED_STATUS })
      .describe('The client or its application is disabled'),
  })
  .prefault({});

function createErrorTable(given: z.output<typeof errorCodes>) {
  const errors = new Map<ErrorCode, ReturnType<Dialect['error']>>();
  const canonical = new Map<string, ErrorCode>();
  for (const code of STATED_CODES) {
    errors.set(code, { code, status: STATED_ERROR_CODES[code].status ?? given.APP_DISABLED.status });
    canonical.set(code, code);
  }
  for (const code of OPEN_CODES) {
    const { also, ...error } = given[code];
    errors.set(code, error);
    // The first of several refusals with one code; a stated one before all others.
    for (const each of [error.code, ...also]) if (!canonical.has(each)) canonical.set(each, code);
  }
  return {
    error: (code: ErrorCode) => {
      const error = errors.get(code);
      assert(error, `there is no refusal ${code}`);
      return error;
    },
    canonicalCode: (wireCode: string) => canonical.get(wireCode),
  };
}

// The words for the statuses of a command.

/** The one status that the interface names. */
const TIMEOUT = 'TIMEOUT';

const anyWord = z.union(
  [z.string().min(1), z.number(), z.boolean()],
  'a word is a text, a number, true or false',
);
const words = z.array(anyWord, 'write the words as a list: [DONE, OK]').min(1);
const MISSING =
  'write the words of the statuses: { pending: [PENDING], succeeded: [DONE], failed: [FAILED] }';

/** The setting `commandStatus`: for each status its words; no word has two meanings. */
const vocabulary = z
  .strictObject(
    {
      pending: words.describe('Words for a command that is under way'),
      succeeded: words.describe('Words for one that has succeeded'),
      failed: words.describe('Words for one that has failed'),
      timeout: words
        .default([TIMEOUT])
        .describe('Words for one that the device did not answer; TIMEOUT first'),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? MISSING : undefined) },
  )
  .superRefine((given, context) => {
    const report = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    const owners = new Map<string | number | boolean, string>();
    for (const [status, list] of Object.entries(given)) {
      for (const [index, word] of list.entries()) {
        const owner = owners.get(word);
        if (word === TIMEOUT && status !== 'timeout') {
          report([status, index], `the interface fixes what ${TIMEOUT} means`);
          continue;
        }
        if (owner !== undefined) report([status, index], `the word ${String(word)} means ${owner} already`);
        owners.set(word, status);
      }
    }
    if (given.timeout[0] !== TIMEOUT) {
      report(['timeout', 0], `the interface fixes the word ${TIMEOUT}, which comes first`);
    }
  });

/** The first word of a status is written, all are read. */
function statusCodec(
  given: Readonly<Record<CommandStatus, readonly (string | number | boolean)[]>>,
): ScalarCodec {
  return wordCodec(new Map(Object.entries(given)));
}

// How a dialect pages the device list: by cursors that the server gives out, by the numbers of pages, or by how many
// devices come before.

const parameter = z.string().min(1);

/** Fields of the device list of which one at least tells whether there is another page. */
export const SIGNS_OF_MORE = ['nextCursor', 'more', 'pages', 'total'] as const;

export const pagingSetting = z
  .strictObject({
    limit: parameter.default('limit').describe('The query parameter for how many devices a page has'),
    cursor: parameter
      .optional()
      .describe(
        'The query parameter for where a page begins: what the page before has said (default: cursor)',
      ),
    page: parameter
      .optional()
      .describe('In place of a cursor: the query parameter for the number of the page'),
    offset: parameter
      .optional()
      .describe('In place of a cursor: the query parameter for how many devices come before the page'),
    from: z.literal([0, 1]).optional().describe('The number of the first page (default: 1)'),
  })
  .refine(
    ({ cursor, page, offset }) => [cursor, page, offset].filter((name) => name !== undefined).length <= 1,
    'pages are asked for by one of cursor, page and offset',
  )
  .refine(({ page, from }) => page !== undefined || from === undefined, '`from` goes with `page`')
  .refine(
    ({ limit, cursor = 'cursor', page, offset }) => limit !== (page ?? offset ?? cursor),
    'the limit and the cursor need different names',
  )
  .transform(({ limit, cursor = 'cursor', page, offset, from = 1 }): Paging => {
    if (page !== undefined) return { limit, cursor: page, counts: 'pages', from };
    if (offset !== undefined) return { limit, cursor: offset, counts: 'devices', from: 0 };
    return { limit, cursor, counts: 'nothing', from: 0 };
  })
  .prefault({});

/** What the interface writes for the first segment of all paths. */
export const [, USUAL_SEGMENT = ''] = PATH_PREFIX.split('/');

/** `/svc/v1/devices` with another first segment, and back. */
function pathWith(firstSegment: string): Dialect['path'] {
  if (firstSegment === USUAL_SEGMENT) return (path) => path;
  const instead = new Map([
    [USUAL_SEGMENT, firstSegment],
    [firstSegment, USUAL_SEGMENT],
  ]);
  return (path) => path.replace(/^\/([^/?#]+)/, (_, first: string) => `/${instead.get(first) ?? first}`);
}

const SECONDS_IN = { seconds: 1, minutes: 60, milliseconds: 0.001 } as const;
const LIFETIME_UNITS = Object.keys(SECONDS_IN) as (keyof typeof SECONDS_IN)[];

export const settingsSchema = z.object({
  name: z.string().min(1).optional().describe('How reports call the dialect; default: the name of the file'),
  firstSegment: z
    .string()
    .regex(/^(?!v\d+$|\.+$)[\w.~-]+$/, 'write the segment of paths before v1, as in io-fleet')
    .default(USUAL_SEGMENT)
    .describe('The first segment of all paths, for which the interface writes svc'),
  indexBase: z.literal([0, 1]).default(1).describe('The index of the first channel on the wire'),
  paging: pagingSetting.describe('Query parameters of the device list'),
  tokenLifetime: z
    .enum(LIFETIME_UNITS, 'write seconds, minutes or milliseconds')
    .default('seconds')
    .describe('The unit of expiresIn of an access token'),
  commandStatus: vocabulary.describe('The words for the statuses of a command'),
  errorCodes: errorCodes.describe('Codes and statuses of the refusals that the interface leaves open'),
  without: z
    .array(explained(FEATURES), 'write a list: [jog, paging]')
    .default([])
    .describe('What servers of this kind do not have'),
});

export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

export type Settings = ReturnType<typeof readSettings>;

/** Settings that are wrong are reported, and the usual ones stand in so that the shapes can be looked at. */
export function readSettings(document: YamlDocument, problems: Problem[]) {
  const read = validate(document, settingsSchema);
  if (!read.ok) problems.push(...read.problems);
  const settings: Partial<z.infer<typeof settingsSchema>> = read.ok ? read.value : {};
  return {
    name: settings.name ?? baseName(document.file),
    path: pathWith(settings.firstSegment ?? USUAL_SEGMENT),
    indexBase: settings.indexBase ?? 1,
    paging: settings.paging ?? pagingSetting.parse({}),
    /** How many seconds one of `expiresIn` is. */
    lifetimeUnit: SECONDS_IN[settings.tokenLifetime ?? 'seconds'],
    statuses: settings.commandStatus ? statusCodec(settings.commandStatus) : PLAIN.string,
    without: new Set(allMissing(settings.without ?? [])),
    errors: createErrorTable(settings.errorCodes ?? errorCodes.parse({})),
  };
}

/** `fixtures/dialects/default.yaml` -> `default`. */
function baseName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, '');
}

// The JSON Schema of dialect files, for editors: the settings, and the names of the shapes. What stands in a shape is
// anybody's own; `conform validate` reads it.

export function dialectJsonSchema(): JsonSchema {
  const file = editorSchema('dialect', 'A dialect of conform', settingsSchema);
  const shapes = SHAPE_NAMES.map((name) => [
    name,
    { type: 'object', description: 'a sample of the wire, with $placeholders' },
  ]);
  return {
    ...file,
    properties: { ...file.properties, ...(Object.fromEntries(shapes) as Record<string, object>) },
    additionalProperties: false,
  };
}

// What a dialect need not show because its servers do not have it, and what is read in its place.

interface Lacking {
  readonly shapes?: readonly ShapeName[];
  /** A shape, a field of it, and what a value has there. */
  readonly fields?: readonly (readonly [shape: ShapeName, field: string, value: unknown])[];
}

/** What an RS485 port would be set to that is not there: the interface asks for a rate. */
const NO_RATE = 9600;

const LACKING: Readonly<Record<Feature, Lacking>> = {
  jog: {
    shapes: ['jogParams', 'jogBody'],
    fields: [['deviceConfig', 'relays', []]],
  },
  'jog-action': {},
  'compatibility-endpoint': { shapes: ['singleRelayBody'] },
  rs485: {
    shapes: ['transceiveParams', 'transceiveResult', 'baudRateParams', 'rs485Received'],
    fields: [['deviceConfig', 'baudRate', NO_RATE]],
  },
  'transceive-timeout': {},
  'device-profiles': { shapes: ['deviceProfile', 'profileList'] },
  adding: { shapes: ['deviceAddition', 'deviceAdded'] },
  removing: {},
  passwords: { shapes: ['passwordChange'] },
  'current-password': {},
  'digital-inputs': { fields: [['peripherals', 'digitalInputs', []]] },
  'analog-inputs': { fields: [['peripherals', 'analogInputs', []]] },
  sensors: { fields: [['peripherals', 'sensors', []]] },
  'event-ids': {},
  paging: {},
  'page-size': {},
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
    for (const [owner, field, value] of LACKING[feature].fields ?? []) {
      if (owner !== shape || scope.shown.has(field)) continue;
      scope.meant.add(field);
      scope.finishers.push((into) => void (into[field] ??= structuredClone(value)));
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
