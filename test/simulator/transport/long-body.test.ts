import { describe, expect, it } from 'vitest';
import { createFinalLongBody } from '../../../src/simulator/transport/rest/message.js';

describe('a long body that is final', () => {
  it('is made by the first who goes through it to the end, and by nobody after', () => {
    let made = 0;
    const body = createFinalLongBody(function* parts() {
      for (const part of ['a', 'b', 'c']) {
        made++;
        yield part;
      }
    });
    const [first] = body.parts();
    expect([first, made]).toEqual(['a', 1]);
    expect(String(body)).toBe('abc');
    expect(made).toBe(4);
    expect([String(body), [...body.parts()]]).toEqual(['abc', ['a', 'b', 'c']]);
    expect(made).toBe(4);
  });

  it('is made anew each time where it is too long to be kept', () => {
    let made = 0;
    const megabytes = 'x'.repeat(16 * 1024 * 1024);
    const body = createFinalLongBody(function* parts() {
      made++;
      for (let part = 0; part < 3; part++) yield megabytes;
    });
    for (const time of [1, 2]) {
      let length = 0;
      for (const part of body.parts()) length += part.length;
      expect([length, made]).toEqual([3 * megabytes.length, time]);
    }
  });
});
