// A part that is scrolled where it does not fit, also by keyboard; and a table in one.
import type { ComponentChildren, JSX } from 'preact';

/** @param props.label for screen readers. */
export function Scroller(props: {
  readonly label: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="scroller" tabIndex={0} role="region" aria-label={props.label}>
      {props.children}
    </div>
  );
}

/** @param props.children the rows. */
export function Table(props: {
  readonly label: string;
  readonly class: string;
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <Scroller label={props.label}>
      <table class={props.class}>
        <thead>
          <tr>
            {props.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </Scroller>
  );
}
