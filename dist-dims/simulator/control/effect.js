/** Undefined when the act has an effect. */
export function idleAct({ kind }, device) {
    const already = (is, why) => is ? { effect: 'already', why } : undefined;
    switch (kind) {
        case 'cut-power':
            return already(!device.powered, 'its power is cut already');
        case 'restore-power':
            return already(device.powered, 'it has power already');
        case 'drop-link':
            return already(!device.linked, 'its link is down already');
        case 'restore-link':
            return already(device.linked, 'its link is up already');
        case 'inject-rs485':
            return device.online ? undefined : { effect: 'lost', why: whyUnheard(device) };
        default:
            return undefined;
    }
}
function whyUnheard({ powered, linked }) {
    if (!powered)
        return 'it has no power, so it hears nothing on its RS485 line';
    if (!linked)
        return 'its link is down, so the service does not learn what it hears on its RS485 line';
    return 'it is booting, and hears nothing on its RS485 line before it is online';
}
