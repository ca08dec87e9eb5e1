// client.no-compatibility-endpoint: any use of the endpoint for one relay breaks it.
import { breach, verdict } from './breach.js';
import { instant } from './words.js';
import type { ClientRule } from './ruling.js';

const OPERATIONS = new Set(['relays.set', 'relays.set-one', 'device.operation.execute']);

export const noCompatibilityEndpoint: ClientRule = {
  id: 'client.no-compatibility-endpoint',
  isTimeless: true,
  judge: ({ days }) => {
    let n = 0;
    const breaches = days.flatMap((day) =>
      day.exchanges.flatMap((each) => {
        if (OPERATIONS.has(each.what)) n++;
        if (each.what !== 'relays.set-one') return [];
        const done = `${each.method ?? 'POST'} ${each.path ?? 'of the compatibility endpoint'} at ${instant(day, each.cameAt)}`;
        return [breach(day, [each], done, 'POST .../relays/commands with an array of one relay')];
      }),
    );
    return verdict({ n, breaches, needs: 'any day: the client has to switch a relay' });
  },
};
