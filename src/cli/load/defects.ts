// The defects that `--defect` asks for; where it asks for none, none is loaded.
import { didYouMean } from '../../kernel/did-you-mean.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { Diagnostic, Result } from '../../document/diagnostic.js';

export async function chooseDefects(ids: readonly string[]): Promise<Result<Defect[]>> {
  if (ids.length === 0) return { ok: true, value: [] };
  const { allDefects } = await import('../../simulator/defects/registry.js');
  const known = allDefects();
  const names = known.map((defect) => defect.id);
  const diagnostics = ids.flatMap((id): Diagnostic[] => {
    if (names.includes(id)) return [];
    const listed = 'conform list defects shows all of them.';
    const hint = didYouMean(id, names, listed) ?? listed;
    return [{ kind: 'words', message: `there is no defect "${id}"`, hint }];
  });
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, value: known.filter(({ id }) => ids.includes(id)) };
}
