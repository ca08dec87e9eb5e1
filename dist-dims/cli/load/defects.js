// The defects that `--defect` asks for; where it asks for none, none is loaded.
import { didYouMean } from '../../kernel/did-you-mean.js';
export async function chooseDefects(ids) {
    if (ids.length === 0)
        return { ok: true, value: [] };
    const { allDefects } = await import('../../simulator/defects/registry.js');
    const known = allDefects();
    const names = known.map((defect) => defect.id);
    const complaints = ids.flatMap((id) => {
        if (names.includes(id))
            return [];
        const listed = 'conform list defects shows all of them.';
        const hint = didYouMean(id, names, listed) ?? listed;
        return [{ kind: 'words', message: `there is no defect "${id}"`, hint }];
    });
    if (complaints.length > 0)
        return { ok: false, complaints };
    return { ok: true, value: known.filter(({ id }) => ids.includes(id)) };
}
