import { describe, expect, it } from 'vitest';
import { HEARTBEAT_INTERVAL, REFRESH_MIN_INTERVAL } from '../../src/contract/limits.js';
import { EVENT_TOPICS, isEventTopic, isRequestTopic, REQUEST_TOPICS } from '../../src/contract/topics.js';

describe('the topics', () => {
  it('are three that a client asks with and six that the service reports with', () => {
    expect(REQUEST_TOPICS).toHaveLength(3);
    expect(EVENT_TOPICS).toHaveLength(6);
  });

  it('belong to one kind only', () => {
    expect(REQUEST_TOPICS.every((topic) => isRequestTopic(topic) && !isEventTopic(topic))).toBe(true);
    expect(EVENT_TOPICS.every((topic) => isEventTopic(topic) && !isRequestTopic(topic))).toBe(true);
  });

  it('are told from topics that nobody knows', () => {
    expect(
      ['', 'session', 'session.pong', 'length'].some((topic) => isRequestTopic(topic) || isEventTopic(topic)),
    ).toBe(false);
  });
});

describe('the stated limits', () => {
  it('are three seconds between refreshes and half a minute between heartbeats', () => {
    expect(REFRESH_MIN_INTERVAL).toBe(3000);
    expect(HEARTBEAT_INTERVAL).toBe(30_000);
  });
});
