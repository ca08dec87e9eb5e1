// Power and link: what the world takes from a device, and gives back.
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import type { ActOnDevice } from './use-acts.js';

export function ActsPanel({
  device,
  act,
}: {
  readonly device: DeviceView;
  readonly act: ActOnDevice;
}): JSX.Element {
  const { supplied, linked } = device;
  return (
    <div class="acts" role="group" aria-label="Power and link">
      <button
        type="button"
        class={`button ${supplied ? 'danger' : 'primary'}`}
        onClick={() => void act({ kind: supplied ? 'cut-power' : 'restore-power' })}
      >
        {supplied ? 'Cut power' : 'Restore power'}
      </button>
      <button
        type="button"
        class={`button ${linked ? 'danger' : 'primary'}`}
        onClick={() => void act({ kind: linked ? 'drop-link' : 'restore-link' })}
      >
        {linked ? 'Drop link' : 'Restore link'}
      </button>
    </div>
  );
}
