import { expect, it } from 'vitest';
import { DialectDraft } from '../../src/probe/draft/draft.js';
import { draftEvents } from '../../src/probe/draft/draft-events.js';

const AT = Date.UTC(2026, 0, 1);

/** @param change as it is written, and what it is. */
function frame(no: number, change: unknown, kind: 'relay' | 'input', index: number) {
  const body = { who: 'urn:7', changes: [change], peripherals: { relays: [] } };
  return {
    frame: { name: 'evt/device.state.changed', no, at: AT + no, body },
    changes: () => [{ kind, index }],
  };
}

const FACTS = { form: 'urn:${deviceId}', written: 'urn:7', at: AT };

it('are drafted from what relays and inputs have done', () => {
  const draft = new DialectDraft();
  const frames = [frame(1, 'DO/2', 'relay', 2), frame(2, 'DI/1', 'input', 1), frame(3, 'DO/4', 'relay', 4)];
  draftEvents(draft, frames, FACTS);
  expect(Object.fromEntries(draft.shapes)).toEqual({
    wsEvent: {
      name: 'evt/${topic}',
      no: '$eventId:number?',
      at: '$occurredAt:ms?',
      body: '$data',
    },
    stateChanged: {
      who: 'urn:${deviceId}',
      changes: ['D${change.kind(O/|I/)}${change.index}'],
      peripherals: '$peripherals',
    },
  });
  expect(draft.lines.filter(({ standing }) => standing !== 'proven')).toEqual([]);
});

it('have a list for each kind', () => {
  const draft = new DialectDraft();
  const told = (no: number, kind: 'relay' | 'input', index: number) => {
    const { frame: usual, changes } = frame(no, 0, kind, index);
    const all = { [kind === 'relay' ? 'relays' : 'contacts']: [index] };
    return { frame: { ...usual, body: { ...usual.body, changes: all } }, changes };
  };
  draftEvents(draft, [told(1, 'relay', 2), told(2, 'input', 1), told(3, 'relay', 4)], FACTS);
  expect(draft.shapes.get('stateChanged')).toMatchObject({
    changes: { '$change.kind(relays|contacts)': ['$change.index'] },
  });
});

it('are no more than likely where no input has told of itself', () => {
  const draft = new DialectDraft();
  draftEvents(draft, [frame(1, 'DO/2', 'relay', 2), frame(2, 'DO/4', 'relay', 4)], FACTS);
  expect(draft.lines.find(({ placeholder }) => placeholder === '$change.kind')?.standing).toBe('likely');
});

it('are not drafted where another thing is told', () => {
  const draft = new DialectDraft();
  draftEvents(draft, [frame(1, 'DO/2', 'relay', 3), frame(2, 'DO/4', 'relay', 5)], FACTS);
  expect(draft.shapes.has('stateChanged')).toBe(false);
});
