// Completes what commands look like, once one was made.
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import { DialectDraft } from '../../probe/draft/draft.js';
import { draftCommand, draftStatuses } from '../../probe/draft/draft-dialect.js';
import { commonStarts, type DraftedDevice } from '../../probe/draft/draft-devices.js';
import type { DraftExchange } from '../../probe/draft/evidence.js';
import { leavesOf } from '../../probe/draft/places.js';
import { type Completing, textIn } from './completing.js';

/** Requests for a command by what may be its identifier. */
const MOST_TRIES = 6;

/** What commands look like, once one was made. */
export async function completeCommand({ acting, draft, keep, profile }: Completing): Promise<void> {
  if (draft.isOpen('command')) {
    const made = acting.evidence.filter(
      ({ data, code }) => code === SUCCESS && isObject(data) && 'command' in data,
    );
    const texts = leavesOf(made.at(-1)?.data).map(({ value }) => String(value));
    const ids = texts
      .filter((each) => /\d/.test(each) && !/[\s:]/.test(each))
      .flatMap((each) => commonStarts([each]).map((start) => each.slice(start.length)));
    for (const id of ids.filter((each) => /\d/.test(each)).slice(0, MOST_TRIES)) {
      const path = `/svc/v1/commands/${encodeURIComponent(id)}`;
      const reply = await acting.under({}, ({ ask }) => ask({ name: 'http', method: 'GET', path }));
      if (reply?.code === SUCCESS) break;
    }
    const drafted = new DialectDraft();
    const form = textIn(draft.data()['device'], 'deviceId');
    const before = /^([^$]*)\$\{/.exec(form)?.[1] ?? '';
    const known = Object.values(profile.devices).map(
      ({ deviceId }) => [`${before}${deviceId}`, deviceId] as const,
    );
    const device: DraftedDevice = {
      fields: {},
      texts: { deviceId: form },
      records: [],
      written: new Map(known),
    };
    draftCommand(drafted, acting.evidence, device);
    draftStatuses(drafted, acting.evidence, draft.data()['commandStatus']);
    const sample = drafted.shapes.get('command');
    const isProven = drafted.lines.some(
      ({ placeholder, standing }) => placeholder === '$commandId' && standing === 'proven',
    );
    if (sample !== undefined && isProven) {
      draft.put('command', sample);
      draft.annotate('command', drafted.lines);
      draft.put('commandStatus', withStatuses(drafted.settings.get('commandStatus'), acting.evidence));
    }
  }
  await keep();
}

/** Its effect was read before the command was: the word that it has now is that of success, and others are of before. */
function withStatuses(lists: unknown, evidence: readonly DraftExchange[]): unknown {
  const words = evidence.flatMap(({ what, data, code }) => {
    const command = code === SUCCESS && isObject(data) ? data['command'] : undefined;
    return isObject(command) ? [{ what, word: command['status'] }] : [];
  });
  const done = words.findLast(({ what }) => what === 'commands.read')?.word;
  if (done === undefined) return lists;
  const before = [...new Set(words.map(({ word }) => word))].filter((word) => word !== done);
  const own = Object.entries(isObject(lists) ? lists : {}).map(([status, given]) => {
    const others = (given as unknown[]).filter((word) => word !== done && !before.includes(word));
    const is = status === 'succeeded' ? [done] : status === 'pending' ? before : [];
    return [status, [...is, ...others]];
  });
  return Object.fromEntries(own);
}
