// The dialects that come with the program: those with a name, and the gallery of product lines.
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { dialectPath, galleryNames, loadDialect } from '../load/dialect.js';
import { NAMED_DIALECTS } from '../package-files.js';
import { type PrintedList, listText } from './list.js';
import { withoutSchemaLine } from '../schema/first-line.js';

export function listDialects(io: Io): Result<PrintedList> {
  const names = [...NAMED_DIALECTS, ...galleryNames()];
  const diagnostics: Diagnostic[] = [];
  const data = names.flatMap((name) => {
    const dialect = loadDialect(name, io.cwd);
    if (!dialect.ok) diagnostics.push(...dialect.diagnostics);
    return dialect.ok ? [{ name, title: titleOf(name), without: [...dialect.value.without] }] : [];
  });
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const entries = data.map(({ name, title, without }) => ({
    name,
    title,
    notes: [
      ...(without.length === 0 ? [] : [`without ${without.join(', ')}`]),
      `conform serve --dialect ${name}`,
    ],
  }));
  const summary = `${entries.length} dialects. Any other is a file: docs/dialects.md.`;
  return { ok: true, value: { data, text: listText(entries, summary, io) } };
}

/** The first sentence of the comment that opens the file. */
function titleOf(name: string): string {
  const text = readText(dialectPath(name) ?? name);
  const comment = text.ok ? (/^(?:#.*\n)+/.exec(withoutSchemaLine(text.value))?.[0] ?? '') : '';
  const words = comment.replaceAll(/^# ?/gm, '').replaceAll(/\s+/g, ' ').trim();
  return (/^.*?[.:](?= |$)/.exec(words)?.[0] ?? words).replace(/:$/, '.');
}
