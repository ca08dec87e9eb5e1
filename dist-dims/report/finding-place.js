const LINE = /^line (\d+): /;
/** A step says its own line; an invariant speaks of the whole check. */
export function placeOfFinding({ place }, { where }) {
    if (!place)
        return { step: where };
    const line = LINE.exec(where)?.[1];
    return {
        file: place.file,
        line: line === undefined ? place.line : Number(line),
        step: where.replace(LINE, ''),
    };
}
/** `scenarios/refresh/shared-budget.yaml:12, refresh plant via main`. */
export function placeWords(check, finding) {
    const { file, line, step } = placeOfFinding(check, finding);
    return file === undefined ? step : `${file}:${line}, ${step}`;
}
