// What several views are made of: buttons that copy, filters, values of JSON, and tables that are scrolled.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps, JSX } from 'preact';
import type { BrowserClock } from './machine.js';
import { useEffect } from 'preact/hooks';

/** @param props.kind further classes, such as `small` or `primary`. */
export function Button({
  kind = '',
  ...rest
}: ComponentProps<'button'> & { readonly kind?: string }): JSX.Element {
  return <button type="button" class={`button ${kind}`.trimEnd()} {...rest} />;
}

/** Buttons of which one is chosen. @param props.all values with their words. */
export function Segments<T extends string | number>(props: {
  readonly label: string;
  readonly all: readonly (readonly [value: T, words: string])[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  readonly disabled?: (value: T) => boolean;
}): JSX.Element {
  const { label, all, value, onChange, disabled } = props;
  return (
    <div class="segments" role="group" aria-label={label}>
      {all.map(([each, words]) => (
        <button
          type="button"
          key={each}
          disabled={disabled?.(each)}
          aria-pressed={value === each}
          onClick={() => onChange(each)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/** A part of a view under a heading. */
export function Panel(props: {
  readonly name: string;
  readonly title: string;
  readonly kind?: string;
  readonly id?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { name, title, kind = '', children, ...rest } = props;
  return (
    <section class={`panel ${kind}`.trimEnd()} aria-labelledby={`${name}-title`} {...rest}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

// A button that copies a text, and says that it has.

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
    <Button kind="small" onClick={() => void copy()}>
      {words}
    </Button>
  );
}

// The filter above a list: a field for words, choices of one among several, and what else the list is filtered by.

/** @param props.label for screen readers. */
export function FilterForm(props: {
  readonly label: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form class="filters" role="search" aria-label={props.label} onSubmit={(event) => event.preventDefault()}>
      {props.children}
    </form>
  );
}

/** In characters: the longest that the control plane searches for. */
const LONGEST = 256;

/** What is typed stays as it is typed; `onInput` gets it without spaces around it. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}): JSX.Element {
  const typed = useSignal(props.value);
  useEffect(() => {
    if (typed.value.trim() !== props.value) typed.value = props.value;
  }, [props.value]);
  return (
    <label>
      <span class="hidden">{props.label}</span>
      <input
        type="search"
        maxLength={LONGEST}
        placeholder={props.label}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          props.onInput(currentTarget.value.trim());
        }}
      />
    </label>
  );
}

/** @param props.all values with their words. */
export function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly all: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}): JSX.Element {
  return (
    <label>
      <span class="hidden">{props.label}</span>
      <select value={props.value} onChange={({ currentTarget }) => props.onChange(currentTarget.value)}>
        {props.all.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

// A value of JSON, indented, as text that can be selected.

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    // What is longer than its box is scrolled, also by keyboard.
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}

// A part that is scrolled where it does not fit, also by keyboard; and a table in one.

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
