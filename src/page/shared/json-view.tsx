// A value of JSON, indented, as text that can be selected.
import type { JSX } from 'preact';

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    // What is longer than its box is scrolled, also by keyboard.
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}
