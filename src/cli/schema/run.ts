// What `conform schema` does.
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { SchemaName } from './names.js';
import { schemaOf } from './schemas.js';

export async function printSchema(name: SchemaName, io: Io): Promise<ExitCode> {
  io.out.document(`${JSON.stringify(await schemaOf(name), null, 2)}\n`, 'json');
  return EXIT.passed;
}
