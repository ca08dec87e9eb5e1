// Three faults on three keys, for the card that has the focus: a key begins its fault, and ends it where it acts.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FaultView } from '../../../simulator/control/replies.js';
import { Button } from '../../shared/parts.js';
import { type Store, useStore } from '../store/store.js';

/** What a person at a customer's shows first: a contact, a device and a line that fail. */
const CARD_FAULTS = [
  { key: '1', fault: 'stuck-relay', words: 'Welded contacts' },
  { key: '2', fault: 'unresponsive', words: 'No answer' },
  { key: '3', fault: 'offline', words: 'Link lost' },
] as const;

export type CardFaults = ReturnType<typeof useCardFaults>;

/**
 * For the element around the cards.
 *
 * @param clickChooses a click on a card chooses it, and does not open its device
 */
export function useCardFaults(clickChooses: boolean) {
  const store = useStore();
  const chosen = useSignal<string | undefined>(undefined);
  return {
    /** The device that the keys are for. */
    chosen,
    onFocusIn: ({ target }: FocusEvent) => {
      chosen.value = deviceOf(target) ?? chosen.value;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const deviceId = deviceOf(target);
      const row = CARD_FAULTS.find((each) => each.key === key);
      if (!row || deviceId === undefined || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      toggle(store, deviceId, row.fault);
    },
    onClick: (event: MouseEvent) => {
      const card =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-device]') : null;
      if (!clickChooses || !card) return;
      event.preventDefault();
      card.focus();
    },
  };
}

function deviceOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset['device'] : undefined;
}

function toggle({ api, faults, notices }: Store, deviceId: string, fault: string): void {
  const path = '/faults';
  const acting = actingOn(faults.value, deviceId, fault);
  if (acting) {
    const end = api.send('DELETE', `${path}/${encodeURIComponent(acting.id)}`);
    void notices.done(end, () => `${fault} on ${deviceId} has ended.`);
  } else {
    const order = api.send('POST', path, { fault, on: { device: deviceId } });
    void notices.done(order, () => `${fault} acts on ${deviceId}.`);
  }
}

/** The fault that a key has begun, and not one for several devices. */
function actingOn(faults: readonly FaultView[], deviceId: string, fault: string): FaultView | undefined {
  return faults.find(({ type, state, order }) => {
    const { device } = (order['on'] ?? {}) as { readonly device?: string | readonly string[] };
    return type === fault && state === 'active' && [device].flat().join() === deviceId;
  });
}

interface CardFaultKeysProps extends Pick<CardFaults, 'chosen'> {
  /** How a card is chosen. */
  readonly hint: string;
}

/** The keys, as buttons for the card that had the focus last. */
export function CardFaultKeys({ chosen, hint }: CardFaultKeysProps): JSX.Element {
  const store = useStore();
  const deviceId = chosen.value;
  return (
    <div class="fault-keys" role="group" aria-label="Faults of the chosen card">
      {CARD_FAULTS.map(({ key, fault, words }) => (
        <Button
          key={key}
          kind="small"
          disabled={deviceId === undefined}
          aria-pressed={deviceId !== undefined && actingOn(store.faults.value, deviceId, fault) !== undefined}
          onClick={() => deviceId !== undefined && toggle(store, deviceId, fault)}
        >
          <kbd>{key}</kbd> {words}
        </Button>
      ))}
      <span class="quiet small">{deviceId ?? hint}</span>
    </div>
  );
}
