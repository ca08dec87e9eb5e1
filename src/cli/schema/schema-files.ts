// The JSON Schemas as the files of the package, which the build writes into its folder `schemas`.
import { schemaFile } from '../../document/editor-schema.js';
import { SCHEMA_NAMES } from '../names.js';
import { schemaOf } from './schemas.js';

/** @returns texts by the names of their files. */
export async function schemaFiles(): Promise<Readonly<Record<string, string>>> {
  const names = SCHEMA_NAMES.filter((name) => name !== 'profile');
  const files = names.map(async (name) => [schemaFile(name), JSON.stringify(await schemaOf(name))] as const);
  return Object.fromEntries(await Promise.all(files));
}
