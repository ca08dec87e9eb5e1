// What stands on the page where nobody has given it a token, or where the simulator takes another one by now.
import type { JSX } from 'preact';

/** @param props.wasOpen the token was good before. */
export function NoToken({ wasOpen }: { readonly wasOpen: boolean }): JSX.Element {
  return (
    <main class="alone">
      <h1>{wasOpen ? 'The simulator has been started anew' : 'This page needs its link'}</h1>
      <p>
        Open the address that <code>conform serve</code> prints in its terminal: it carries the token of the
        control plane. A simulator makes a new token at each start.
      </p>
    </main>
  );
}
