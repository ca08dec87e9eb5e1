// The filter above a list: a field for words, choices of one among several, and what else the list is filtered by.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

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
