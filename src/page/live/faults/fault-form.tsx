// A form for one fault, made of the schema that checks it; what it would do is said while it is filled in.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { FaultKind, FaultPreview, FormSchema } from '../../../simulator/control/replies.js';
import { useStore } from '../store/context.js';
import { SchemaField } from './schema-field.js';

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
    <section class="panel" aria-labelledby="form-title">
      <h2 id="form-title">Stage a fault</h2>
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
    </section>
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
