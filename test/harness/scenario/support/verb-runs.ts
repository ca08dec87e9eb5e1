// What tests of verbs share: usual answers, what was asked, and a target that sends events.
import type { Call } from '../../../../src/harness/target/call.js';
import { command, inTurn, type Ran } from './run-scenario.js';
import type { Script, ScriptedTarget } from './scripted-target.js';

export const OK = (): object => ({});
/** Something that is checked, for scenarios that would check nothing otherwise. */
export const THEN_PING = '\n- ping:\n  via: ws\n  expect: SUCCESS';
const CHANGED = { topic: 'device.state.changed', deviceId: 'dev-1' };

export function calls({ asked }: Ran): Call[] {
  return asked.map(({ call }) => call);
}

/** `data` of an event: one relay has changed. */
export function change(index: number, on: boolean): object {
  const peripherals = { relays: [{ index, on }], digitalInputs: [], analogInputs: [], sensors: [] };
  return { deviceId: 'dev-1', changes: [{ kind: 'relay', index }], peripherals };
}

/** Two connections and a change of the lamp, and then a step. */
export function listen(step: string): string {
  return `- connect: left\n- connect: right\n- setRelays: plant\n  relays: { lamp: on }\n  as: change\n${step}`;
}

export const EXPECT_LAMP = listen(
  '- expectEvent: device.state.changed\n  on: [left, right]\n  device: plant\n  since: change\n  within: 1s\n  match: { changes: { contains: lamp }, relays: { lamp: on } }',
);

/** A target that sends an event some time after each relay operation. */
export function emitting(
  data: object,
  delay = 0,
  mismatches?: readonly string[],
  /** The identifiers of the events one after another; the last one again and again. */
  ids: readonly string[] = [],
): { readonly answer: Script['answer']; onTarget(target: ScriptedTarget): void } {
  const answers = inTurn({ operate: [command('a'), command('b'), command('c')] });
  let target: ScriptedTarget | undefined;
  let sent = 0;
  return {
    onTarget: (made) => (target = made),
    answer: (asked) => {
      if (asked.call.name === 'operate')
        target?.clock.setTimer('event', delay, () =>
          target?.emit({
            ...(mismatches ? { topic: CHANGED.topic, mismatches } : CHANGED),
            ...(ids.length > 0 && { eventId: ids[Math.min(sent++, ids.length - 1)] ?? '' }),
            data,
          }),
        );
      return answers(asked);
    },
  };
}
