// Completes what a connection shows: how an operation is asked for there, and what events look like.
import { SUCCESS } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operations.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Dialect } from '../../dialect/dialect.js';
import { DialectDraft } from '../../probe/draft/draft.js';
import { draftEvents, type EventFrame } from '../../probe/draft/draft-events.js';
import { placesNamed } from '../../probe/draft/named-places.js';
import { leavesOf } from '../../probe/draft/places.js';
import { type Completing, configRead, operate, safeRelay, textIn } from './completing.js';

const MOST_TRIES = 3;

export async function completeExecute(completing: Completing): Promise<void> {
  const { acting, draft, deviceId, config, keep } = completing;
  if (draft.isOpen('wsRequest')) return;
  if (config.baudRate === undefined || draft.isOpen('baudRateParams') || !draft.isOpen('executeRequest'))
    return;
  const baudRate = config.baudRate === 9600 ? 19_200 : 9600;
  const operation: Operation = { name: 'device.rs485.baudRate.set', params: { baudRate } };
  const [place] = leavesOf(draft.data()['stateRequest']);
  let [key, params] = [String(place?.at[0] ?? 'deviceId'), 'params'];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const executeRequest = {
      [key]: String(place?.value ?? '$deviceId'),
      idempotencyKey: '$idempotencyKey?',
      operation: { name: '$operation.name', [params]: '$operation.params' },
    };
    const said = await acting.under({ executeRequest }, async (session) => {
      const call = { name: 'operate', deviceId, operation, idempotencyKey: session.key() } as const;
      const reply = await session.talk('device:config', call);
      if (reply?.code !== SUCCESS) return reply ? placesNamed(reply.message, reply.data) : undefined;
      return (await configRead(session, deviceId))?.baudRate === baudRate ? 'fits' : undefined;
    });
    if (said === 'fits') {
      draft.put('executeRequest', executeRequest, 'proven', `${baudRate} was set so, and is read`);
      return keep();
    }
    if (!said) return;
    for (const { at } of said) {
      const [first, second, ...more] = at[0] === 'data' ? at.slice(1) : at;
      if (more.length > 0 || typeof first !== 'string') continue;
      if (first === 'operation' && typeof second === 'string' && second !== 'name') params = second;
      else if (second === undefined && first !== 'operation') key = first;
    }
  }
}

/** For events to come, in ms. */
const SOON = 1500;

export async function completeEvents(completing: Completing): Promise<void> {
  const { acting, draft, deviceId, found, relays, keep } = completing;
  const relay = safeRelay(completing);
  const [other] = relays;
  if (relay === undefined || other === undefined || !found) return;
  if (draft.isOpen('relayParams') || !draft.isOpen('wsEvent')) return;
  const drafted = new DialectDraft();
  await acting.under({}, async (session) => {
    session.safety.noteInitial(deviceId, found);
    const { clock } = session.target;
    const turn = async (index: number, on: boolean): Promise<void> => {
      const params = { relays: [{ index, action: on ? ('on' as const) : ('off' as const) }] };
      await operate(completing, session, { name: 'device.relay.set', params });
      await clock.sleep(SOON);
    };
    const frames = await session.listen(async () => {
      for (const index of new Set([relay, other])) {
        const was = found.relays.find((each) => each.index === index)?.on ?? false;
        await turn(index, !was);
        await turn(index, was);
      }
    });
    const form = textIn(draft.data()['device'], 'deviceId');
    const written = form.includes('{') ? form.replace(/\$\{deviceId\??\}/, deviceId) : deviceId;
    draftEvents(drafted, knownIn(frames, session.dialect, found), { form, written, at: clock.now() });
  });
  for (const shape of ['wsEvent', 'stateChanged'] as const) {
    const sample = drafted.shapes.get(shape);
    if (sample === undefined || !draft.isOpen(shape)) continue;
    draft.put(shape, sample);
    if (!draft.isOpen(shape)) draft.annotate(shape, drafted.lines);
  }
  await keep();
}

/** Each frame with what has changed since the one before it. */
function knownIn(
  frames: readonly unknown[],
  { shapes, indexBase }: Dialect,
  found: Peripherals,
): readonly EventFrame[] {
  let before = statesIn(found);
  return frames.map((frame) => ({
    frame,
    changes: (wire) => {
      const read = shapes.peripherals.decode(wire);
      if (!read.ok) return undefined;
      const [was, now] = [before, statesIn(read.value)];
      before = now;
      return now.flatMap(({ kind, index, is }) =>
        was.some((each) => each.kind === kind && each.index === index && each.is !== is)
          ? [{ kind, index: index - 1 + indexBase }]
          : [],
      );
    },
  }));
}

function statesIn({ relays, digitalInputs }: Peripherals) {
  return [
    ...relays.map(({ index, on: is }) => ({ kind: 'relay' as const, index, is })),
    ...digitalInputs.map(({ index, active: is }) => ({ kind: 'input' as const, index, is })),
  ];
}
