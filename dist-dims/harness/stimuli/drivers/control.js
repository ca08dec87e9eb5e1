// Stimuli through the control plane of a simulator: it does all of them.
import { APPLIED, failed } from '../../profile/stimuli/act.js';
import { callHttp } from './http.js';
import { readNumber } from './read-number.js';
export function controlDriver({ url, token }, way) {
    return async (act, signal) => {
        const { method, path, body, value } = ROUTES[act.name](act);
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const call = { method, url: url + path, headers, ...(body && { body: JSON.stringify(body) }) };
        const sent = await callHttp(act.name, call, way, signal);
        if (!sent.ok)
            return failed(`the control plane: ${sent.detail}`);
        return value === undefined ? APPLIED : readNumber(sent.text, value);
    };
}
const onDevice = (kind, parameters = () => ({})) => (act) => ({
    method: 'POST',
    path: `${devicePath(act)}/stimuli`,
    body: { kind, ...parameters(act) },
});
const switchClient = (disabled) => (act) => ({ method: 'PATCH', path: clientPath(act), body: { disabled } });
const ROUTES = {
    'set-input': onDevice('set-input', ({ index, active }) => ({ index, active })),
    'set-analog': onDevice('set-analog', ({ index, value }) => ({ index, value })),
    'set-sensor': onDevice('set-sensor', ({ key, value }) => ({ key, value })),
    'cut-power': onDevice('cut-power'),
    'restore-power': onDevice('restore-power'),
    'drop-link': onDevice('drop-link'),
    'restore-link': onDevice('restore-link'),
    'inject-rs485': onDevice('inject-rs485', ({ data }) => ({ data })),
    'disable-client': switchClient(true),
    'enable-client': switchClient(false),
    'expire-tokens': (act) => ({ method: 'POST', path: `${clientPath(act)}/expire-tokens` }),
    executions: (act) => ({ method: 'GET', path: `${devicePath(act)}/witness`, value: '/executions' }),
};
function devicePath({ device }) {
    return `/devices/${encodeURIComponent(device?.deviceId ?? '')}`;
}
function clientPath({ client }) {
    return `/clients/${encodeURIComponent(client?.clientId ?? '')}`;
}
