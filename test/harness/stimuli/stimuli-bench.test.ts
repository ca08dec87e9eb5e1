// Stimuli by hand and by wire.
import { expect, test } from 'vitest';
import type { Operator } from '../../../src/harness/stimuli/drivers/prompt.js';
import { refusal, success } from '../target/rig.js';
import { stimuliRig } from './stimuli-rig.js';

function operator(...answers: (string | undefined)[]): Operator & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ask: async (question) => {
      asked.push(question);
      return Promise.resolve(answers.shift());
    },
  };
}

const PROMPT = `drop-link: { prompt: 'Pull the cable of {device}.' }
restore-link: { prompt: 'Plug it in again.' }
executions: { prompt: 'What does the counter of {device} show?' }`;

test('asks the operator, who may say that it cannot be done', async () => {
  const person = operator('', 'no, it is glued in', undefined, '12');
  const rig = stimuliRig(PROMPT, { operator: person });
  expect(await rig.act('drop-link')).toEqual({ kind: 'applied' });
  expect(person.asked).toEqual(['Pull the cable of bench.\n[Enter when it is done, n if it cannot be] ']);
  expect(await rig.act('drop-link')).toEqual({
    kind: 'failed',
    detail: 'the operator said: no, it is glued in',
  });
  expect(await rig.act('drop-link')).toEqual({
    kind: 'failed',
    detail: 'the operator gave no answer in time',
  });
  expect(await rig.act('executions')).toEqual({ kind: 'applied', value: 12 });
});

test('asks one question at a time', async () => {
  let answer: (text: string) => void = () => undefined;
  const asked: string[] = [];
  const person: Operator = {
    ask: async (question) => {
      asked.push(question);
      return new Promise((resolve) => (answer = resolve));
    },
  };
  const rig = stimuliRig(PROMPT, { operator: person });
  const first = rig.act('drop-link');
  const second = rig.act('executions');
  await rig.clock.advance(0);
  expect(asked).toHaveLength(1);
  answer('');
  await first;
  await rig.clock.advance(0);
  expect(asked).toHaveLength(2);
  answer('3');
  expect(await second).toEqual({ kind: 'applied', value: 3 });
});

const WIRED = 'set-input: { wiring: [{ device: bench, input: 1, relay: 2 }] }';

test('switches the relay that drives the input, once, through what is legal at any moment', async () => {
  const bodies: unknown[] = [];
  const keys = new Set<string | undefined>();
  const rig = stimuliRig(
    WIRED,
    {},
    {
      http: ({ path, json, headers }) => {
        if (!path.endsWith('/relays/commands')) return undefined;
        bodies.push(json);
        keys.add(headers['idempotency-key']);
        return bodies.length === 1 ? refusal(409, 'DEVICE_BUSY') : success({});
      },
    },
  );
  const acted = rig.clock.runUntil(rig.act('set-input', { index: 1, active: true }));
  expect(await acted).toEqual({ kind: 'applied' });
  expect(bodies).toEqual([
    { relays: [{ index: 2, action: 'on' }] },
    { relays: [{ index: 2, action: 'on' }] },
  ]);
  expect(keys.size).toBe(1);
});

test('turns the relay the other way where the contact is inverted, and tells of a refusal', async () => {
  const actions: unknown[] = [];
  const rig = stimuliRig(
    WIRED.replace('relay: 2', 'relay: 2, inverted: true'),
    {},
    {
      http: ({ path, json }) => {
        if (!path.endsWith('/relays/commands')) return undefined;
        actions.push((json['relays'] as { action: string }[])[0]?.action);
        return refusal(403, 'AUTH_SCOPE_DENIED');
      },
    },
  );
  expect(await rig.act('set-input', { index: 1, active: true })).toEqual({
    kind: 'failed',
    detail: 'switching relay 2: 403 AUTH_SCOPE_DENIED',
  });
  expect(actions).toEqual(['off']);
});
