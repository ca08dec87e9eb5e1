// Stimuli through the control plane of a simulator: it does all of them.
import { type Act, type ActDriver, type ActName, APPLIED, failed } from '../../profile/stimuli/catalogue.js';
import type { ControlAccess } from '../../profile/stimuli/template.js';
import { callHttp, type HttpCall, type HttpWay } from './http.js';
import { readSum } from './read-number.js';
import { urlPart } from '../../../kernel/url-part.js';

interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly value?: string;
}

export function controlDriver(access: ControlAccess, way: HttpWay): ActDriver {
  return async (act, signal) => {
    const sent = await callHttp(act.name, controlCallOf(access, act), way, signal);
    if (!sent.ok) return failed(`the control plane: ${sent.detail}`);
    const { value } = ROUTES[act.name](act);
    return value === undefined ? APPLIED : readSum(sent.text, [value]);
  };
}

export function controlCallOf({ url, token }: ControlAccess, act: Act): HttpCall {
  const { method, path, body } = ROUTES[act.name](act);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method, url: url + path, headers, ...(body && { body: JSON.stringify(body) }) };
}

const onDevice =
  (kind: ActName, parameters: (act: Act) => object = () => ({})) =>
  (act: Act): Route => ({
    method: 'POST',
    path: `${devicePath(act)}/stimuli`,
    body: { kind, ...parameters(act) },
  });

const switchClient =
  (disabled: boolean) =>
  (act: Act): Route => ({ method: 'PATCH', path: clientPath(act), body: { disabled } });

const ROUTES: Readonly<Record<ActName, (act: Act) => Route>> = {
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

function devicePath({ device }: Act): string {
  return `/devices/${urlPart(device?.deviceId ?? '')}`;
}

function clientPath({ client }: Act): string {
  return `/clients/${urlPart(client?.clientId ?? '')}`;
}
