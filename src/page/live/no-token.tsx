// What stands on the page where nobody has given it a token.
import type { JSX } from 'preact';

export function NoToken(): JSX.Element {
  return (
    <main class="alone">
      <h1>This page needs its link</h1>
      <p>
        Open the address that <code>conform serve</code> prints in its terminal: it carries the token of the
        control plane. A simulator makes a new token at each start.
      </p>
    </main>
  );
}
