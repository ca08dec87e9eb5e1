// The scripts of `--save-repro`: each shows its defect where that is and ends with 0 on the right service, or there is
// none, for a reason of a short list. A sample of the matrix, with each way in which a script is made.
import { describe, expect, test } from 'vitest';
import { scriptOf } from './play.js';

describe('the script of a defect shows it where it is, and nothing on the right service', () => {
  test.each([
    ['by the second judge', 'key-ignored-over-rest'],
    ['by the second judge, after a refusal that is not needed to tell', 'lane-freed-by-repeat'],
    ['of a derived rule, which is a warning', 'bad-input-is-500'],
    ['with a ticket that a reply has brought, as a token', 'ticket-is-token'],
    ['with a token as a ticket', 'token-is-ticket'],
    ['with the token of an earlier reply, until that ends', 'token-outlives-itself'],
    ['with the mark of the next page that a reply has brought', 'next-page-is-the-first'],
    ['after the delay that is announced this time', 'retry-after-too-short'],
    ['with settings, which it puts back', 'jog-duration-of-all'],
    ['with a device that it adds and removes', 'removed-device-stays'],
    ['by the scopes of a token', 'read-not-included'],
    ['by answers that come again', 'profiles-refused'],
    ['by a value at a wrong place that comes again', 'config-without-jog'],
    ['by an event that comes again and may not', 'event-on-refresh'],
    ['by nothing but what was heard where an event is missing', 'jog-end-untold'],
    ['by a request on a device that overlaps another', 'control-during-short-refresh'],
    ['by keys that share a part', 'keys-by-their-first-half'],
    ['with an act on a device', 'power-lost-missing'],
    ['with an act on a client', 'disabled-token-lives'],
    ['with an input that is set, and set back', 'last-input-frozen'],
    ['by an event that is right only after the next act', 'online-while-offline'],
    ['by what was heard before the next operation', 'peripherals-of-before'],
    ['by a place that scenarios call otherwise', 'baud-rate-lost-in-outage'],
  ])('%s: %s', async (_, id) => {
    const { why, ended, said } = await scriptOf(id);
    expect({ why, ended, said }).toMatchObject({ why: '', ended: [1, 0] });
  });
});

describe('there is no script of a defect', () => {
  test.each([
    ['of an act that nobody could undo', 'zero-analog-left-out', 'that a script cannot undo'],
    [
      'that is about a password',
      'password-not-changed',
      'it changes a password, and passwords are in no trace',
    ],
    ['of a long body', 'large-body-fails', 'the trace does not have all that was sent'],
    [
      'of many requests that are counted',
      'ticket-quota-per-token',
      'the second judge cannot tell it from what was sent and what came',
    ],
  ])('%s', async (_, id, reason) => {
    expect((await scriptOf(id)).why).toContain(reason);
  });
});
