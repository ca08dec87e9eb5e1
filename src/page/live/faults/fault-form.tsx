// A form for one fault, made of the schema that checks it: whatever the schema allows can be entered, and nothing is named
// here. What it would do is said while it is filled in.
import { Panel } from '../../shared/parts.js';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FormSchema, FaultKind, FaultPreview } from '../../../simulator/control/replies.js';
import { useEffect } from 'preact/hooks';
import { useStore } from '../store/store.js';

// A field of a form, made of a JSON Schema: whatever the schema allows can be entered, and nothing is named here.

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function SchemaField(props: FieldProps): JSX.Element {
  const { schema } = props;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return <VariantField {...props} variants={simplest(variants)} />;
  if (schema.properties) return <ObjectField {...props} />;
  if (schema.enum) return <ChoiceField {...props} choices={schema.enum} />;
  if (schema.type === 'array') return <ListField {...props} />;
  if (schema.type === 'boolean') return <CheckField {...props} />;
  return <TextField {...props} />;
}

/** One or more of something is the same as a list of it. */
function simplest(variants: readonly FormSchema[]): readonly FormSchema[] {
  const list = variants.find(({ type }) => type === 'array');
  return list && variants.length === 2 && variants.some((each) => each !== list && isPlain(each))
    ? [list]
    : variants;
}

const isPlain = ({ properties, items }: FormSchema): boolean => !properties && !items;

function VariantField(props: FieldProps & { readonly variants: readonly FormSchema[] }): JSX.Element {
  const { variants, label, schema, onChange } = props;
  const chosen = useSignal(0);
  const [only] = variants;
  const inherited = { description: schema.description ?? '', default: schema.default };
  if (variants.length === 1 && only) return <SchemaField {...props} schema={{ ...only, ...inherited }} />;
  const variant = variants[chosen.value] ?? {};
  return (
    <div class="variant">
      <SchemaField
        key={chosen.value}
        {...props}
        schema={{ ...variant, ...(chosen.value === 0 && inherited) }}
      />
      <label class="field">
        <span class="hidden">{label}: how it is given</span>
        <select
          value={chosen.value}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
            onChange(undefined);
          }}
        >
          {variants.map((each, at) => (
            <option key={at} value={at}>
              {wordsOf(each)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function wordsOf({ properties, type, enum: choices }: FormSchema): string {
  if (properties) return Object.keys(properties).join(', ');
  if (choices) return choices.join(', ');
  return type === 'string' ? 'one value' : (type ?? 'a value');
}

function ObjectField({ label, schema, value, onChange }: FieldProps): JSX.Element {
  const values = (value ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return <></>;
  return (
    <fieldset>
      <legend>{label}</legend>
      {fields.map(([name, inner]) => (
        <SchemaField
          key={name}
          name={name}
          label={name}
          schema={inner}
          value={values[name]}
          onChange={(next) => onChange({ ...values, [name]: next })}
        />
      ))}
    </fieldset>
  );
}

function ChoiceField(props: FieldProps & { readonly choices: readonly (string | number)[] }): JSX.Element {
  const { choices, value, onChange, schema } = props;
  return (
    <Labelled {...props}>
      <select
        value={shown(value)}
        onChange={({ currentTarget }) =>
          onChange(choices.find((each) => String(each) === currentTarget.value))
        }
      >
        <option value="">{shown(schema.default)}</option>
        {choices.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </Labelled>
  );
}

/** Elements with commas between them; where they are few, they can be chosen. */
function ListField(props: FieldProps): JSX.Element {
  const { schema, value, onChange, name } = props;
  const items = schema.items ?? {};
  const choices = items.enum;
  const listed = Array.isArray(value) ? value.map(String) : [];
  const listId = `choices-${name}`;
  const isNumeric = items.type === 'integer' || items.type === 'number';
  const read = (text: string): unknown[] =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => ((isNumeric || items.anyOf) && /^-?\d+(\.\d+)?$/.test(each) ? Number(each) : each));
  return (
    <Labelled {...props} hint={choices ? 'separated by commas' : 'one, or several separated by commas'}>
      <input
        defaultValue={listed.join(', ')}
        placeholder={shown(schema.default) || 'all'}
        spellcheck={false}
        list={choices ? listId : undefined}
        onInput={({ currentTarget }) => onChange(read(currentTarget.value))}
      />
      {choices && (
        <datalist id={listId}>
          {choices.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </Labelled>
  );
}

function CheckField(props: FieldProps): JSX.Element {
  const { value, schema, onChange, label } = props;
  return (
    <label class="field check">
      <input
        type="checkbox"
        checked={Boolean(value ?? schema.default)}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        {schema.description !== undefined && <small>{schema.description}</small>}
      </span>
    </label>
  );
}

function TextField(props: FieldProps): JSX.Element {
  const { schema, value, onChange } = props;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const preset = schema.default;
  const common = {
    defaultValue: shown(value),
    placeholder: shown(preset),
  };
  const read = (text: string): void => onChange(isNumber && text !== '' ? Number(text) : text);
  return (
    <Labelled {...props}>
      {isNumber ? (
        <input
          type="number"
          step="any"
          {...common}
          onInput={({ currentTarget }) => read(currentTarget.value)}
        />
      ) : (
        <input spellcheck={false} {...common} onInput={({ currentTarget }) => read(currentTarget.value)} />
      )}
    </Labelled>
  );
}

function Labelled(
  props: Pick<FieldProps, 'label' | 'schema'> & {
    readonly hint?: string;
    readonly children: JSX.Element | (JSX.Element | undefined | false)[];
  },
): JSX.Element {
  const { label, schema, hint, children } = props;
  const words = [schema.description, hint]
    .filter((each) => each !== undefined && each !== '')
    .join('; ')
    .replaceAll('`', '');
  return (
    <label class="field">
      <span>
        {label}
        {words !== '' && <small>{words}</small>}
      </span>
      {children}
    </label>
  );
}

/** A value as somebody would enter it. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// A form for one fault, made of the schema that checks it; what it would do is said while it is filled in.

const GROUPS: Readonly<Record<FaultKind['group'], string>> = {
  device: 'Devices',
  rs485: 'RS485 line',
  rest: 'REST',
  websocket: 'WebSocket',
  service: 'Service',
};

export function FaultForm({ kinds }: { readonly kinds: readonly FaultKind[] }): JSX.Element {
  const chosen = useSignal('offline');
  const kind = kinds.find(({ type }) => type === chosen.value) ?? kinds[0];
  return (
    <Panel name="form" title="Stage a fault">
      <label class="field">
        <span>Fault</span>
        <select value={kind?.type} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
          {Object.entries(GROUPS).map(([group, label]) => (
            <optgroup key={group} label={label}>
              {kinds
                .filter((each) => each.group === group)
                .map(({ type }) => (
                  <option key={type}>{type}</option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      {kind && <OrderForm key={kind.type} kind={kind} />}
    </Panel>
  );
}

/** In ms. */
const TYPING = 200;

function OrderForm({ kind }: { readonly kind: FaultKind }): JSX.Element {
  const { api, machine, notices } = useStore();
  const values = useSignal<Readonly<Record<string, unknown>>>({});
  const preview = useSignal<readonly string[]>([]);
  const problems = useSignal<readonly string[]>([]);
  const order = { fault: kind.type, ...(pruned(values.value) as object | undefined) };
  const text = JSON.stringify(order);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const answer = await api.send<FaultPreview>('POST', '/faults/preview', JSON.parse(text) as object);
      preview.value = answer.ok ? answer.value.lines : [];
      problems.value = answer.ok ? [] : answer.problems.map(({ message }) => message);
    };
    return machine.after(TYPING, () => void ask());
  }, [text]);
  const stage = (event: Event): void => {
    event.preventDefault();
    void notices.done(
      api.send<{ readonly id: string }>('POST', '/faults', order),
      ({ id }) => `${id} is staged.`,
    );
  };
  const fields = Object.entries(kind.schema.properties ?? {}).filter(([name]) => name !== 'fault');
  return (
    <form onSubmit={stage} aria-label={`Order of ${kind.type}`}>
      <p>{kind.summary}</p>
      <p class="quiet small">
        {kind.legal ? 'The service still keeps the interface.' : 'The service no longer keeps the interface.'}{' '}
        {kind.because}
      </p>
      {fields.map(([name, schema]) => (
        <SchemaField
          key={name}
          name={name}
          label={LABELS[name] ?? name}
          schema={described(name, schema)}
          value={values.value[name]}
          onChange={(value) => (values.value = { ...values.value, [name]: value })}
        />
      ))}
      <div class="preview" role="status" aria-label="What it will do">
        {problems.value.map((each) => (
          <p key={each} class="wrong">
            {each}
          </p>
        ))}
        {preview.value.map((each) => (
          <p key={each} class="mono">
            {each}
          </p>
        ))}
      </div>
      <button type="submit" class="button primary" disabled={problems.value.length > 0}>
        Stage it
      </button>
    </form>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  on: 'Meant for',
  with: 'Parameters',
  id: 'Name',
  for: 'Lasts',
};

/** Only what belongs to every fault has no words of its own in a schema. */
function described(name: string, schema: FormSchema): FormSchema {
  return name === 'on' || name === 'with' ? { ...schema, description: '' } : schema;
}

// What somebody has filled in, without what was left empty.

function pruned(value: unknown): unknown {
  if (value === '' || value === undefined) return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(pruned).filter((each) => each !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, pruned(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
