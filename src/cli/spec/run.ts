// What `conform spec` does: writes the interface as a document, in the names of a dialect.
import { stringify } from 'yaml';
import { asyncApiDocument } from '../../specification/async-api.js';
import { openApiDocument } from '../../specification/open-api.js';
import { printOrWrite, usageError } from '../diagnostics.js';
import type { ExitCode } from '../exit-codes.js';
import { DEFAULT_PORT } from '../addresses.js';
import { isYaml } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import type { OptionsOf } from '../option-rows.js';
import { schemaOf } from '../schema/schemas.js';
import type { SpecName } from '../names.js';

/** Where `conform serve` listens unless it is told otherwise. */
const SIMULATOR = `http://127.0.0.1:${DEFAULT_PORT}`;

export async function printSpec(
  kind: SpecName,
  { dialect: name = 'default', out, url }: OptionsOf<'spec'>,
  io: Io,
): Promise<ExitCode> {
  if (kind !== 'openapi' && kind !== 'asyncapi' && kind !== 'control')
    return printDocument(await schemaOf(kind), false, out, io);
  if (kind === 'control') return printDocument(await controlPlane(url), false, out, io);
  const dialect = loadDialect(name, io.cwd);
  if (!dialect.ok) return usageError(io, dialect.diagnostics);
  const make = kind === 'openapi' ? openApiDocument : asyncApiDocument;
  return printDocument(make(dialect.value, url ?? SIMULATOR), kind === 'asyncapi', out, io);
}

/** Another document than those of the interface: it is the simulator's own, and has no dialect. */
async function controlPlane(url = `http://127.0.0.1:${DEFAULT_PORT + 1}/control/v1`): Promise<object> {
  const { controlDocument } = await import('../../simulator/control/document/control-document.js');
  const { STABLE_ROUTES } = await import('../../simulator/control/routes/routes.js');
  return controlDocument(STABLE_ROUTES, url);
}

/** @param yaml whether it is YAML where the name of the file does not say. */
function printDocument(document: object, yaml: boolean, out = '-', io: Io): Promise<ExitCode> {
  const asYaml = out === '-' ? yaml : isYaml(out) || (yaml && !out.endsWith('.json'));
  return printOrWrite(out, asText(document, asYaml), asYaml ? 'yaml' : 'json', io);
}

function asText(document: object, yaml: boolean): string {
  return yaml
    ? stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
    : `${JSON.stringify(document, null, 2)}\n`;
}
