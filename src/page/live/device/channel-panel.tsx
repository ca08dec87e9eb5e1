// Every channel with what the device tells of it and what is really so; where the two differ, it is marked.
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import { Table } from '../../shared/scroller.js';
import { durationWords, readingWords } from '../../shared/words.js';
import { Differs } from './differs.js';
import { ReadingRow } from './reading-row.js';
import type { ActOnDevice } from './use-acts.js';

export function ChannelPanel({
  device,
  act,
}: {
  readonly device: DeviceView;
  readonly act: ActOnDevice;
}): JSX.Element {
  const { relays, digitalInputs, analogInputs, sensors } = device;
  return (
    <section class="panel" aria-labelledby="channels-title">
      <h2 id="channels-title">Told and true</h2>
      <Table label="Channels" class="channels" columns={['Channel', 'Told', 'True', 'Set']}>
        {relays.map((relay) => (
          <RelayRow key={`relay-${relay.index}`} relay={relay} />
        ))}
        {digitalInputs.map((input) => (
          <InputRow key={`input-${input.index}`} input={input} act={act} />
        ))}
        {analogInputs.map((input) => (
          <ReadingRow
            key={`analog-${input.index}`}
            name={`Analog ${input.index}`}
            read={input}
            set={(value) => act({ kind: 'set-analog', index: input.index, value })}
          />
        ))}
        {sensors.map((sensor) => (
          <ReadingRow
            key={`sensor-${sensor.key}`}
            name={sensor.key}
            read={sensor}
            set={(value) => act({ kind: 'set-sensor', key: sensor.key, value })}
          />
        ))}
      </Table>
      <p class="quiet small">
        {readingWords(device.executions)} operations carried out; relays have moved{' '}
        {relays.map(({ switchedTimes }) => switchedTimes).join(', ')} times.
      </p>
    </section>
  );
}

type Relay = DeviceView['relays'][number];

function RelayRow({ relay }: { readonly relay: Relay }): JSX.Element {
  const { index, on, closed, jogDuration } = relay;
  return (
    <tr class={on === closed ? '' : 'differs'}>
      <th scope="row">Relay {index}</th>
      <td>{on ? 'on' : 'off'}</td>
      <td>
        {closed ? 'closed' : 'open'}
        {on !== closed && <Differs />}
      </td>
      <td class="quiet">jog {durationWords(jogDuration)}</td>
    </tr>
  );
}

type Input = DeviceView['digitalInputs'][number];

function InputRow({ input, act }: { readonly input: Input; readonly act: ActOnDevice }): JSX.Element {
  const { index, active, contact } = input;
  return (
    <tr class={active === contact ? '' : 'differs'}>
      <th scope="row">Input {index}</th>
      <td>{active ? 'active' : 'inactive'}</td>
      <td>
        {contact ? 'closed' : 'open'}
        {active !== contact && <Differs />}
      </td>
      <td>
        <button
          type="button"
          class="button small"
          onClick={() => void act({ kind: 'set-input', index, active: !contact })}
        >
          {contact ? 'Open' : 'Close'}
          <span class="hidden"> the contact of input {index}</span>
        </button>
      </td>
    </tr>
  );
}
