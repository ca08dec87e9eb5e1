// A button that copies a text, and says that it has.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { BrowserClock } from './machine.js';

export function CopyButton(props: {
  readonly label: string;
  readonly machine: BrowserClock;
  readonly text: () => string;
}): JSX.Element {
  const done = useSignal<'no' | 'yes' | 'refused'>('no');
  const copy = async (): Promise<void> => {
    done.value = await navigator.clipboard.writeText(props.text()).then(
      () => 'yes' as const,
      () => 'refused' as const,
    );
    props.machine.after(1600, () => (done.value = 'no'));
  };
  const words = { no: props.label, yes: 'Copied', refused: 'The browser refused' }[done.value];
  return (
    <button type="button" class="button small" onClick={() => void copy()}>
      {words}
    </button>
  );
}
