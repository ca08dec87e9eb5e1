// The mark of a channel of which the device does not tell the truth.
import type { JSX } from 'preact';

export function Differs(): JSX.Element {
  return <span class="mark fault">differs</span>;
}
