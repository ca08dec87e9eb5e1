export function refuse(message, hint) {
    return { ok: false, complaints: [{ kind: 'words', message, ...(hint === undefined ? {} : { hint }) }] };
}
