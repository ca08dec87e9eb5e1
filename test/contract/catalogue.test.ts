import { describe, expect, it } from 'vitest';
import { isRuleId, restsOn, ruleById, RULES } from '../../src/contract/rules/catalogue.js';
import { type Rule, service } from '../../src/contract/rules/rule.js';
import { departures, problemsOf } from './catalogue-checks.js';
import { RULE_IDS } from './rule-ids.js';

const GOOD: Rule = {
  id: 'busy.made-up',
  side: 'service',
  basis: 'stated',
  section: 'Limits',
  sentence: 'A rule that was made up for this test holds.',
  needs: [],
};
const OTHER: Rule = { ...GOOD, id: 'busy.other', sentence: 'Another rule holds as well.' };

describe('the rule catalogue', () => {
  it('has nothing wrong with it', () => {
    expect(problemsOf(RULES)).toEqual([]);
  });

  it('has every id that was ever given out, with its basis, and no other', () => {
    expect(departures(RULES, RULE_IDS)).toEqual([]);
  });

  it('has 89 stated and 13 derived rules for a service, 20 and 2 for a client', () => {
    const count = (side: Rule['side'], basis: Rule['basis']): number =>
      RULES.filter((rule) => rule.side === side && rule.basis === basis).length;
    expect(count('service', 'stated')).toBe(89);
    expect(count('service', 'derived')).toBe(13);
    expect(count('client', 'stated')).toBe(20);
    expect(count('client', 'derived')).toBe(2);
  });

  it('lists what a service must do before what a client must', () => {
    const firstOfClient = RULES.findIndex(({ side }) => side === 'client');
    expect(RULES.slice(firstOfClient).every(({ side }) => side === 'client')).toBe(true);
  });

  it('finds each rule by its id', () => {
    for (const rule of RULES) {
      expect(isRuleId(rule.id)).toBe(true);
      expect(ruleById(rule.id)).toBe(rule);
    }
  });

  it('knows what a rule rests on, directly and by what that needs', () => {
    expect(restsOn('events.changes', 'relay-event')).toBe(true);
    expect(restsOn('events.changes', 'relay-state')).toBe(true);
    expect(restsOn('refresh.rate-limited-rest', 'envelope.data')).toBe(true);
    expect(restsOn('relay.effect', 'relay-change')).toBe(false);
    expect(restsOn('auth.missing', 'relay-change')).toBe(false);
  });

  it('has no rule that rests on itself', () => {
    for (const { id } of RULES) expect(restsOn(id, id)).toBe(false);
  });

  it('takes no group of rules that does not say what they rest on', () => {
    // @ts-expect-error: what the rules of a group need stands before their sentences.
    expect(() => service.stated('Limits', { 'limits.made-up': 'It holds.' })).toThrow(TypeError);
  });

  it('finds nothing by another name', () => {
    for (const id of ['refresh', 'refresh.', 'Refresh.Min-Interval', 'toString', '']) {
      expect(isRuleId(id)).toBe(false);
      expect(ruleById(id)).toBeUndefined();
    }
  });
});

describe('the checks of a catalogue', () => {
  it('have nothing against good rules', () => {
    expect(problemsOf([GOOD, OTHER])).toEqual([]);
  });

  it.each<[string, Partial<Rule>, string]>([
    ['an id that is taken', { id: OTHER.id }, 'busy.other is there twice'],
    ['an id without a group', { id: 'made-up' }, 'made-up is not of the form'],
    ['an id with a capital', { id: 'busy.madeUp' }, 'busy.madeUp is not of the form'],
    ['an id with two dots', { id: 'busy.made.up' }, 'busy.made.up is not of the form'],
    ['an id with a trailing hyphen', { id: 'busy.made-' }, 'busy.made- is not of the form'],
    [
      'a service rule on the side of the client',
      { side: 'client' },
      'busy.made-up is on the side of the client',
    ],
    [
      'a client rule on the side of the service',
      { id: 'client.made-up' },
      'client.made-up is on the side of',
    ],
    ['a section that does not exist', { section: 'Limitations' }, 'busy.made-up is from Limitations'],
    ['a sentence without a full stop', { sentence: 'It holds' }, 'without a capital or a full stop'],
    ['a sentence that trails off', { sentence: 'It holds...' }, 'without a capital or a full stop'],
    ['a sentence without a capital', { sentence: 'it holds.' }, 'without a capital or a full stop'],
    ['two sentences', { sentence: 'It holds. It does.' }, 'more than one sentence'],
    ['a sentence of 160 characters', { sentence: `It ${'h'.repeat(156)}.` }, 'a sentence of 160 characters'],
    ['a sentence with mark-up', { sentence: 'It `holds`.' }, 'not plain text'],
    ['a sentence with a double space', { sentence: 'It  holds.' }, 'not plain text'],
    ['a sentence that is taken', { sentence: OTHER.sentence }, 'two rules say: Another rule'],
  ])('object to %s', (_, wrong, diagnostic) => {
    const problems = problemsOf([{ ...GOOD, ...wrong }, OTHER]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(diagnostic);
  });

  it('object to a group that is scattered', () => {
    const between: Rule = { ...GOOD, id: 'limits.made-up', sentence: 'A third rule holds.' };
    expect(problemsOf([GOOD, between, OTHER])).toEqual(['the group busy is scattered']);
  });

  it('take a sentence of 159 characters', () => {
    expect(problemsOf([{ ...GOOD, sentence: `It ${'h'.repeat(155)}.` }])).toEqual([]);
  });

  it('object to an id that was renamed, and to one that changed its basis', () => {
    const known = { stated: [GOOD.id, OTHER.id], derived: [] };
    expect(departures([GOOD, OTHER], known)).toEqual([]);
    expect(departures([GOOD, { ...OTHER, id: 'busy.renamed' }], known)).toEqual([
      'busy.other is no longer a stated rule',
      'busy.renamed is not known as a stated rule',
    ]);
    expect(departures([GOOD, { ...OTHER, basis: 'derived' }], known)).toEqual([
      'busy.other is no longer a stated rule',
      'busy.other is not known as a derived rule',
    ]);
  });
});
