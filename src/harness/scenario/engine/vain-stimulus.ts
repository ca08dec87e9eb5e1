// Whether a stimulus of which no event has told has done anything: the device is read, and shows it. One that does nothing
// is the bench's fault, and never the target's.
import { isObject } from '../../../kernel/json.js';
import type { Act } from '../../profile/stimuli/catalogue.js';
import { patiently } from '../../target/retry.js';
import { peripheralsIn } from '../view/views.js';
import { type ExecutionContext, pauseUntil } from './execution-context.js';
import { defaultClient } from './route.js';
import { isGranted } from '../../target/call.js';

/** Beside the rest of a device, in ms. */
const TIME = 20_000;
/** An input may be debounced; in ms. */
const DEBOUNCED = 1000;

/** Undefined where it has done what it says, and where that cannot be seen. */
export async function vainStimulus(
  context: ExecutionContext,
  { name, device, index = 0, active = false, ...others }: Act,
): Promise<string | undefined> {
  const { clock, signal, stimuli } = context;
  if (!device || !stimuli) return undefined;
  const shown = async () => readBack(context, device.deviceId);
  const inputIn = (data: Record<string, unknown> | undefined): boolean | undefined =>
    data && peripheralsIn(data)?.digitalInputs.find((each) => each.index === index)?.active;
  const data = await shown();
  const state = data?.['device'];
  if (name === 'cut-power' || name === 'drop-link') {
    const isAway = isObject(state) && (state['online'] === false || state['powered'] === false);
    return !isObject(state) || isAway ? undefined : `${name} may do nothing: a refresh is granted after it`;
  }
  const before = inputIn(data);
  if (name !== 'set-input' || before === undefined) return undefined;
  const turn = async (to: boolean) => stimuli.act({ name, device, index, active: to, ...others }, signal);
  await turn(!active);
  await pauseUntil(context, clock.now() + DEBOUNCED, 'an input that is set back');
  const after = inputIn(await shown());
  await turn(active);
  if (after === undefined || (before === active && after === !active)) return undefined;
  return `${name} may do nothing: a refresh after it shows the input ${before ? 'active' : 'inactive'}, and ${after ? 'active' : 'inactive'} when it was set back`;
}

/** What a refresh shows; undefined where none is granted. */
async function readBack(
  context: ExecutionContext,
  deviceId: string,
): Promise<Record<string, unknown> | undefined> {
  const { clock, refreshes, signal, target } = context;
  await pauseUntil(context, refreshes.restedAt(deviceId), 'the time between two refreshes');
  const client = context.clients.get(defaultClient(context))?.profileName ?? '';
  const { outcome } = await patiently(
    async () => target.request({ name: 'refresh', deviceId }, { client, signal }),
    { clock, limits: { until: clock.now() + TIME }, signal },
  );
  refreshes.note(deviceId, clock.now());
  return isGranted(outcome) && isObject(outcome.reply.data) ? outcome.reply.data : undefined;
}
