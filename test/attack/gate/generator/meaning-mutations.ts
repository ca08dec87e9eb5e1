// Other ways to mean the same, or something worse: indices, actions, bytes, operations and devices.
import { onBody, onParams, parsed } from './body-mutations.js';
import { FURNACE, pick } from './draft.js';
import type { Mutation } from './path-mutations.js';

const INDICES = (n: string): readonly string[] => [
  ...[
    `"${n}"`,
    `${n}.0`,
    `${n}e0`,
    `0x${n}`,
    `0${n}`,
    `" ${n} "`,
    `"${n}.0"`,
    `"0x${n}"`,
    `"00${n}"`,
    `+${n}`,
    `"#${n}"`,
  ],
  ...[
    `"${String.fromCharCode(0xff10 + Number(n))}"`,
    `"${String.fromCharCode(0x660 + Number(n))}"`,
    `${n}.9`,
    `"${n}abc"`,
    `[${n}]`,
    `{"value":${n}}`,
  ],
  ...[
    '"all"',
    '"*"',
    'null',
    '"any"',
    '-1',
    '0',
    '"three"',
    '"III"',
    '"3,4"',
    '"3-5"',
    '255',
    '[1,3]',
    '"\\u0033"',
    'true',
    '3n',
    '1/**/3',
    '1_3',
    '"1"+"3"',
  ],
];

export const MEANING_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'index in another form': onBody((body, random) =>
    body.replace(/"index":(\d+)/, (_, n: string) => `"index":${pick(random, INDICES(n))}`),
  ),
  'another index': onBody((body, random) =>
    body.replace(/"index":\s*\d+/, `"index":${random.integer(0, 9)}`),
  ),
  'another name for the index': onBody((body, random) =>
    body.replace(
      '"index"',
      `"${pick(random, ['Index', 'idx', 'relay', 'nr', 'channel', 'no', 'relay_index', 'INDEX', 'in-dex'])}"`,
    ),
  ),
  'another name for the action': onBody((body, random) =>
    body.replace(
      '"action"',
      `"${pick(random, ['Action', 'state', 'on', 'value', 'do', 'set', 'command', 'act_ion'])}"`,
    ),
  ),
  'action in another form': onBody((body, random) =>
    body.replace(/"(on|off|jog)"/, () =>
      pick(random, [
        '"ON"',
        '"On"',
        'true',
        'false',
        '1',
        '0',
        '"1"',
        '"toggle"',
        '"pulse"',
        '" on "',
        '"o\\u006e"',
        '"yes"',
        '"ｏｎ"',
        '"o n"',
        '"open"',
        'on',
      ]),
    ),
  ),
  'places in a list': onParams((params, random) =>
    Array.isArray(params['relays'])
      ? {
          relays: [
            ...Array.from({ length: random.integer(0, 4) }, () => pick(random, [null, '', 0, {}, []])),
            ...params['relays'].map((each: { action: string }) =>
              random.chance(0.5) ? each.action : { action: each.action },
            ),
          ],
        }
      : params,
  ),
  'keys as indices': onParams((params) =>
    Array.isArray(params['relays'])
      ? {
          relays: Object.fromEntries(
            params['relays'].map(({ index, action }: { index: number; action: string }) => [index, action]),
          ),
        }
      : params,
  ),
  'a mask': onParams((params, random) =>
    Array.isArray(params['relays'])
      ? pick(random, [
          { relays: 5, action: 'on' },
          { mask: 12 },
          { relays: 255 },
          { relays: '0x0c' },
          { relays: 3, action: 'on' },
        ])
      : params,
  ),
  'all of them': onParams((params, random) =>
    Array.isArray(params['relays'])
      ? pick(random, [
          { relays: 'all', action: 'on' },
          { relays: '*', action: 'off' },
          { action: 'on' },
          { relays: [{ index: 'all', action: 'on' }] },
          { all: 'on' },
          { relays: null, action: 'on' },
        ])
      : params,
  ),
  'lists beside each other': onParams((params) =>
    Array.isArray(params['relays'])
      ? { relays: params['relays'].map(({ index }: { index: number }) => index), action: 'on' }
      : params,
  ),
  'bytes in another form': onBody((body, random) =>
    body.replace(
      /"data":"([0-9a-f]+)"/,
      (_, data: string) =>
        `"data":${pick(random, [`"${data.toUpperCase()}"`, `"0x${data}"`, `"${data.replace(/(..)/g, '$1 ').trim()}"`, JSON.stringify(data.match(/../g)), JSON.stringify([...Buffer.from(data, 'hex')]), `"${data}${data}"`, `"${data}ff"`, `"${Buffer.from(data, 'hex').toString('base64')}"`, `["${data}","${data}"]`, '"01:ff"', '"01ff","bytes":"ff"', '"01ff","data2":1'])}`,
    ),
  ),
  'topic in another form': onBody((body, random) =>
    body.replace(
      'device.operation.execute',
      pick(random, [
        'DEVICE.OPERATION.EXECUTE',
        ' device.operation.execute ',
        'device_operation_execute',
        'deviceOperationExecute',
        'execute',
        'operate',
        'session.ping',
        'device.state.get',
        'command',
        '',
      ]),
    ),
  ),
  'operation in another form': onBody((body, random) =>
    body.replace(/device\.(relay|rs485)\.([\w.]+)/, (whole) =>
      pick(random, [
        whole.toUpperCase(),
        ` ${whole}`,
        whole.replaceAll('.', '_'),
        whole.replaceAll('.', '-'),
        whole.replace('device.', ''),
        whole.replace('.', '\\u002e'),
        'setRelays',
        'set_relay',
        'relay/set',
        `${whole}\\u0000`,
        `${whole}\t`,
      ]),
    ),
  ),
  flat: onBody((body) => {
    const whole = parsed(body);
    const data = whole?.['data'] as
      { deviceId?: string; operation?: { name: string; params: object } } | undefined;
    return data?.operation
      ? JSON.stringify({ topic: data.operation.name, deviceId: data.deviceId, ...data.operation.params })
      : body;
  }),
  'under the name of the operation': onBody((body) => {
    const whole = parsed(body);
    const data = whole?.['data'] as
      { deviceId?: string; operation?: { name: string; params: object } } | undefined;
    return data?.operation
      ? JSON.stringify({ deviceId: data.deviceId, [data.operation.name]: data.operation.params })
      : body;
  }),
  'another device in the frame': onBody((body, random) =>
    body.replace(/"deviceId":"[^"]*"/, (whole) =>
      pick(random, [
        whole.toUpperCase().replace('DEVICEID', 'deviceId'),
        whole.replace('deviceId', 'device_id'),
        whole.replace(/"([^"]*)"$/, '" $1"'),
        `"deviceId":["bench-7","${FURNACE.deviceId}"]`,
        '"deviceId":"*"',
        '"deviceId":null',
        `"deviceId":"conform-no-such-a","device":"${FURNACE.deviceId}"`,
        whole.replace('-', ''),
        whole.replace('"deviceId"', '"target"'),
      ]),
    ),
  ),
};
