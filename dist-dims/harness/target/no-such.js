/** What begins like this exists nowhere, so that what is sent to it has no effect. */
const NO_SUCH = 'conform-no-such-';
/** As good as never given to anything: the most that fifteen digits can say. */
const NO_SUCH_NUMBER = '999999999999999';
const NO_SUCH_TEXT = /^conform-no-such-[a-z0-9-]{1,40}$/;
/** Whether the identifier, as it stands on the wire, is one of those that exist nowhere. */
export function isNoSuch(id) {
    return id === NO_SUCH_NUMBER || NO_SUCH_TEXT.test(id);
}
/** The same call with identifiers that the dialect can write. */
export function writable({ identifiers }, call) {
    if ('deviceId' in call && identifiers.device === 'number' && call.deviceId.startsWith(NO_SUCH)) {
        return { ...call, deviceId: NO_SUCH_NUMBER };
    }
    if ('commandId' in call && identifiers.command === 'number' && call.commandId.startsWith(NO_SUCH)) {
        return { ...call, commandId: NO_SUCH_NUMBER };
    }
    return call;
}
