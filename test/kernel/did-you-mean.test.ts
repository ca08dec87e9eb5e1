import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/kernel/did-you-mean.js';

const IDS = ['refresh/shared-budget', 'refresh/spacing', 'ws/ping', 'properties/events'];

describe('didYouMean', () => {
  it.each([
    ['refresh/shared-budgett', 'refresh/shared-budget'],
    ['propertie/events', 'properties/events'],
    ['shared-budget', 'refresh/shared-budget'],
    ['refersh/*', 'refresh/*'],
    ['refersh/sh*', 'refresh/*'],
    ['refersh*', 'refresh*'],
  ])('of %s thinks of %s', (name, meant) => {
    expect(didYouMean(name, IDS)).toContain(`Did you mean "${meant.replace('/*', '/')}`);
  });

  it('does not guess where two names fit as well', () => {
    expect(didYouMean('refresh/', IDS)).not.toContain('Did you mean');
  });

  it('lists a few names, and says where many are listed', () => {
    expect(didYouMean('nothing-near', IDS)).toBe(`Known: ${IDS.join(', ')}.`);
    const many = Array.from({ length: 30 }, (_, at) => `name-of-a-thing-${at}`);
    expect(didYouMean('qqq', many, 'conform list shows them.')).toBe('conform list shows them.');
    expect(didYouMean('qqq', many)).toBeUndefined();
  });
});
