// From the text of a day's file to the day, or to all that is wrong with it.
import { validate } from '../../document/validate.js';
import { type ReadResult, readYaml } from '../../document/yaml-document.js';
import { type Day, daySchema } from './day.js';

/** @param file what problems call the file; the id of the day is its name without folders and ending. */
export function parseDay(text: string, file: string): ReadResult<Day> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const day = validate(read.value, daySchema);
  if (!day.ok) return day;
  const id = file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/, '');
  return { ok: true, value: { id, ...day.value } };
}
