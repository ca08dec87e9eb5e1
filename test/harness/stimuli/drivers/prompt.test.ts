// Stimuli by hand: the operator is asked.
import { expect, test } from 'vitest';
import type { Operator } from '../../../../src/harness/stimuli/drivers/prompt.js';
import { stimuliRig } from '../stimuli-rig.js';

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
