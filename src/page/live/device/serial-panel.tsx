// The RS485 line: bytes that a peripheral sends by itself.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import type { ActOnDevice } from './use-acts.js';

export function SerialPanel({
  device,
  act,
}: {
  readonly device: DeviceView;
  readonly act: ActOnDevice;
}): JSX.Element {
  const bytes = useSignal('01 03 04 00 2a');
  const data = bytes.value.replaceAll(/\s+/g, '').toLowerCase();
  const isHex = /^([\da-f]{2})+$/.test(data);
  const send = (event: Event): void => {
    event.preventDefault();
    if (isHex) void act({ kind: 'inject-rs485', data });
  };
  return (
    <form class="panel serial" aria-label="RS485 line" onSubmit={send}>
      <h2>RS485 line</h2>
      <p class="quiet small">
        {device.baudRate} baud. Bytes that arrive unasked become an event <code>device.rs485.received</code>.
      </p>
      <div class="row">
        <label class="grow">
          <span class="hidden">Bytes in hex</span>
          <input
            class="mono"
            value={bytes.value}
            spellcheck={false}
            aria-invalid={!isHex}
            onInput={({ currentTarget }) => (bytes.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" disabled={!isHex}>
          Send bytes
        </button>
      </div>
    </form>
  );
}
