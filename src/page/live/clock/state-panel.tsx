// The simulator as a whole: back to its beginning, kept, and put back.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useStore } from '../store/context.js';

export function StatePanel(): JSX.Element {
  return (
    <section class="panel" aria-labelledby="state-title">
      <h2 id="state-title">State</h2>
      <Reset />
      <Snapshot />
    </section>
  );
}

/** It asks once more: what clients have done is gone after it. */
function Reset(): JSX.Element {
  const { api, notices } = useStore();
  const sure = useSignal(false);
  const reset = async (): Promise<void> => {
    sure.value = false;
    await notices.done(api.send('POST', '/reset'), () => 'Everything is as it was at the start.');
  };
  return (
    <>
      <h3>Reset</h3>
      <p class="quiet small">
        Back to the fleet file and the faults of the start. Connections are closed; time goes on.
      </p>
      <div class="row wrap">
        {sure.value ? (
          <>
            <button type="button" class="button danger" onClick={() => void reset()}>
              Reset now
            </button>
            <button type="button" class="button" onClick={() => (sure.value = false)}>
              Leave it
            </button>
          </>
        ) : (
          <button type="button" class="button" onClick={() => (sure.value = true)}>
            Reset
          </button>
        )}
      </div>
    </>
  );
}

function Snapshot(): JSX.Element {
  const { api, notices } = useStore();
  const kept = useSignal<unknown>(undefined);
  const take = async (): Promise<void> => {
    const snapshot = await notices.done(
      api.get<unknown>('/snapshot'),
      () => 'The snapshot is kept in this tab.',
    );
    if (snapshot !== undefined) kept.value = snapshot;
  };
  const restore = async (snapshot: unknown): Promise<void> => {
    await notices.done(api.send('PUT', '/snapshot', snapshot), () => 'The snapshot is restored.');
  };
  const restoreFile = async (file: File | undefined): Promise<void> => {
    if (file) await restore(await file.text());
  };
  return (
    <>
      <h3>Snapshot</h3>
      <p class="quiet small">
        What can be kept of the simulator. The file contains passwords of devices that were changed: keep it
        secret.
      </p>
      <div class="row wrap">
        <button type="button" class="button" onClick={() => void take()}>
          Take a snapshot
        </button>
        {kept.value !== undefined && (
          <>
            <button type="button" class="button" onClick={() => void restore(kept.value)}>
              Restore it
            </button>
            <button type="button" class="button" onClick={() => save(kept.value)}>
              Save as a file
            </button>
          </>
        )}
        <label class="button file">
          Restore from a file
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => void restoreFile(currentTarget.files?.[0])}
          />
        </label>
      </div>
    </>
  );
}

function save(snapshot: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(snapshot)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: 'conform-snapshot.json' }).click();
  URL.revokeObjectURL(url);
}
