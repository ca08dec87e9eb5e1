// What verbs say of their steps.
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/contract/operations.js';
import { VERBS, verbOf } from '../../../src/harness/scenario/verbs/registry.js';
import type { StepFacts } from '../../../src/harness/scenario/verbs/verb.js';

const namesWith = (fact: keyof StepFacts<unknown>): readonly string[] =>
  VERBS.filter((verb) => verb[fact] !== undefined).map(({ name }) => name);

describe('a verb', () => {
  it('that creates commands stands for an operation, and needs its permission', () => {
    const creating = VERBS.filter(({ creates }) => creates);
    expect(creating.map(({ scope }) => scope)).toEqual(OPERATION_NAMES.map((name) => OPERATIONS[name].scope));
    for (const verb of creating) expect(verb.device?.({ [verb.name]: 'plant' })).toBe('plant');
  });

  it('says what its steps do to a device', () => {
    expect(namesWith('refreshes')).toEqual(['refresh']);
    expect(namesWith('switches')).toContain('setRelays');
  });

  it.each([
    [{ refresh: 'plant' }, 'plant'],
    [{ refresh: { deviceId: 'd-1' } }, undefined],
    [{ stimulate: 'cut-power', device: 'plant' }, 'plant'],
    [{ ping: null }, undefined],
  ])('says which device %o is about', (step, device) => {
    expect(verbOf(step)?.device?.(step)).toBe(device);
  });

  it.each([
    [{ setBaudRate: 'plant', to: 9600 }, 'changes'],
    [{ setJogDuration: 'plant', relay: 'lamp', to: '1s' }, 'changes'],
    [{ readConfig: 'plant' }, 'reads'],
    [{ setRelays: 'plant', relays: { lamp: 'jog' } }, 'reads'],
    [{ setRelays: 'plant', relays: { lamp: 'on' } }, undefined],
    [{ transceive: 'plant', data: 'answered' }, undefined],
  ])('says what %o has to do with settings', (step, settings) => {
    expect(verbOf(step)?.settings?.(step)).toBe(settings);
  });

  it.each([
    [{ repeat: 'first' }, 'first'],
    [{ readCommand: '$first.command.commandId' }, 'first'],
    [{ readCommand: 'c-1' }, undefined],
    [{ refresh: 'plant' }, undefined],
  ])('says which capture %o cannot do without', (step, capture) => {
    expect(verbOf(step)?.refersTo?.(step)).toBe(capture);
  });

  it.each([
    [{ wait: 200 }, 200],
    [{ wait: { until: 'first.retryAt' } }, { capture: 'first' }],
    [{ wait: { since: 'first.sentAt', for: 300 } }, { capture: 'first', duration: 300 }],
    [{ transceive: 'plant', data: 'unanswered', timeout: 500 }, 500],
    [{ transceive: 'plant', data: 'answered', timeout: 500 }, 0],
  ])('says how long %o takes at the least', (step, waits) => {
    expect(verbOf(step)?.waits?.(step)).toEqual(waits);
  });
});
