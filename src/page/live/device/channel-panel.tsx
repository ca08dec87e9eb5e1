// The channels of a device as a table and as a drawing: what the device tells of each, and what is really so; where the two
// differ, it is marked.
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import { Table, Panel, Button } from '../../shared/parts.js';
import { durationWords, readingWords } from '../../shared/words.js';
import type { DeviceProps, ActOnDevice } from './use-device.js';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

export function ChannelPanel({ device, act }: DeviceProps): JSX.Element {
  const { relays, digitalInputs, analogInputs, sensors } = device;
  const readings = [
    ...analogInputs.map((read) => {
      const set = (value: number) => act({ kind: 'set-analog', index: read.index, value });
      return { name: `Analog ${read.index}`, read, set };
    }),
    ...sensors.map((read) => {
      const set = (value: number) => act({ kind: 'set-sensor', key: read.key, value });
      return { name: read.key, read, set };
    }),
  ];
  return (
    <Panel name="channels" title="Told and true">
      <Table label="Channels" class="channels" columns={['Channel', 'Told', 'True', 'Set']}>
        {relays.map(({ index, on, closed, jogDuration }) => (
          <ChannelRow
            key={`relay-${index}`}
            name={`Relay ${index}`}
            told={on ? 'on' : 'off'}
            really={closed ? 'closed' : 'open'}
            differs={on !== closed}
          >
            <span class="quiet">jog {durationWords(jogDuration)}</span>
          </ChannelRow>
        ))}
        {digitalInputs.map(({ index, active, contact }) => (
          <ChannelRow
            key={`input-${index}`}
            name={`Input ${index}`}
            told={active ? 'active' : 'inactive'}
            really={contact ? 'closed' : 'open'}
            differs={active !== contact}
          >
            <Button kind="small" onClick={() => void act({ kind: 'set-input', index, active: !contact })}>
              {contact ? 'Open' : 'Close'}
              <span class="hidden"> the contact of input {index}</span>
            </Button>
          </ChannelRow>
        ))}
        {readings.map(({ name, read: { value, truth, unit = '' }, set }) => (
          <ChannelRow
            key={name}
            name={name}
            told={<Reading value={value} unit={unit} />}
            really={<Reading value={truth} unit={unit} />}
            differs={Math.abs(value - truth) > SAME}
          >
            <Slider name={name} truth={truth} set={set} />
          </ChannelRow>
        ))}
      </Table>
      <p class="quiet small">
        {readingWords(device.executions)} operations carried out; relays have moved{' '}
        {relays.map(({ switchedTimes }) => switchedTimes).join(', ')} times.
      </p>
    </Panel>
  );
}

/** Values that are told and true count as one up to here. */
const SAME = 1e-6;

function ChannelRow(props: {
  readonly name: string;
  readonly told: JSX.Element | string;
  readonly really: JSX.Element | string;
  /** The device does not tell the truth. */
  readonly differs: boolean;
  readonly children: JSX.Element;
}): JSX.Element {
  const { name, told, really, differs, children } = props;
  return (
    <tr class={differs ? 'differs' : ''}>
      <th scope="row">{name}</th>
      <td>{told}</td>
      <td>
        {really}
        {differs && <span class="mark fault">differs</span>}
      </td>
      <td>{children}</td>
    </tr>
  );
}

function Reading({ value, unit }: { readonly value: number; readonly unit: string }): JSX.Element {
  return (
    <>
      {readingWords(value)} <span class="quiet">{unit}</span>
    </>
  );
}

// The value of an analog input or a sensor is set by dragging, or by typing.

interface SliderProps {
  readonly name: string;
  readonly truth: number;
  readonly set: (value: number) => Promise<void>;
}

/** The range is chosen once, around the first value: a range that follows the value cannot be dragged. */
function Slider({ name, truth, set }: SliderProps): JSX.Element {
  const range = useRef(rangeAround(truth)).current;
  const held = useSignal<number | undefined>(undefined);
  const sending = useRef(false);
  const next = useRef<number | undefined>(undefined);
  const send = async (value: number): Promise<void> => {
    next.current = value;
    if (sending.current) return;
    sending.current = true;
    while (next.current !== undefined) {
      const wanted: number = next.current;
      next.current = undefined;
      await set(wanted);
    }
    sending.current = false;
    held.value = undefined;
  };
  const take = (text: string): void => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return;
    held.value = value;
    void send(value);
  };
  const shown = held.value ?? truth;
  return (
    <span class="slider">
      <input
        type="range"
        min={range.least}
        max={range.most}
        step={range.step}
        value={shown}
        aria-label={`${name}, drag to set`}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      <input
        type="number"
        step="any"
        class="short"
        placeholder={readingWords(shown)}
        aria-label={`${name}, value to set`}
        onChange={({ currentTarget }) => {
          take(currentTarget.value);
          Object.assign(currentTarget, { value: '' });
        }}
      />
    </span>
  );
}

function rangeAround(value: number): {
  readonly least: number;
  readonly most: number;
  readonly step: number;
} {
  const size = 10 ** Math.ceil(Math.log10(Math.max(1, Math.abs(value) * 1.5)));
  return { least: value < 0 ? -size : 0, most: size, step: size / 1000 };
}

// A drawing of the device as it hangs on its rail: lamps, inputs to click, relays as their contacts are.

export function Drawing({ device, act }: DeviceProps): JSX.Element {
  const { powered, online, supplied, linked, relays, digitalInputs, baudRate } = device;
  return (
    <figure class="drawing" aria-label={`Drawing of ${device.deviceId}`}>
      <div class="rail">
        <div class={`module ${powered ? 'on' : 'off'}`}>
          <div class="terminals" role="group" aria-label="Digital inputs">
            {digitalInputs.map((input) => (
              <InputTerminal key={input.index} input={input} act={act} />
            ))}
          </div>
          <div class="face">
            <div class="lamps">
              <Lamp label="Power" on={powered} tone="good" detail={supplied ? 'supplied' : 'supply cut'} />
              <Lamp label="Link" on={online} tone="good" detail={linked ? 'line up' : 'line down'} />
              <Lamp label="Lane" on={device.lane === 'taken'} tone="busy" detail={device.lane} />
              {baudRate !== null && (
                <Lamp label="RS485" on={powered} tone="serial" detail={`${baudRate} baud`} />
              )}
            </div>
            <p class="model">
              <b>{device.profileId}</b>
              <span>{device.deviceId}</span>
            </p>
          </div>
          <div class="terminals relays">
            {relays.map((relay) => (
              <RelayTerminal key={relay.index} relay={relay} />
            ))}
          </div>
        </div>
      </div>
    </figure>
  );
}

function Lamp(props: {
  readonly label: string;
  readonly on: boolean;
  readonly tone: string;
  readonly detail: string;
}): JSX.Element {
  return (
    <span class="panel-lamp">
      <i class={props.on ? props.tone : 'dark'} aria-hidden="true" />
      {props.label}
      <span class="hidden">
        {props.on ? ' on' : ' off'}, {props.detail}
      </span>
    </span>
  );
}

type Relay = DeviceView['relays'][number];
type Input = DeviceView['digitalInputs'][number];

function InputTerminal({ input, act }: { readonly input: Input; readonly act: ActOnDevice }): JSX.Element {
  const { index, contact } = input;
  return (
    <button
      type="button"
      class="terminal"
      role="switch"
      aria-checked={contact}
      aria-label={`Input ${index}`}
      title={`Click to ${contact ? 'open' : 'close'} the contact at input ${index}`}
      onClick={() => void act({ kind: 'set-input', index, active: !contact })}
    >
      <Contact closed={contact} />
      <span aria-hidden="true">I{index}</span>
    </button>
  );
}

function RelayTerminal({ relay }: { readonly relay: Relay }): JSX.Element {
  const { index, on, closed } = relay;
  const differs = on !== closed;
  return (
    <span class={`terminal ${differs ? 'differs' : ''}`}>
      <Contact closed={closed} />
      <span aria-hidden="true">R{index}</span>
      <span class="hidden">
        Relay {index}: contact {closed ? 'closed' : 'open'}
        {differs && `, but told ${on ? 'on' : 'off'}`}
      </span>
    </span>
  );
}

/** The sign of a contact in a circuit diagram. */
function Contact({ closed }: { readonly closed: boolean }): JSX.Element {
  return (
    <svg
      viewBox="0 0 34 26"
      width="34"
      height="26"
      class={closed ? 'contact closed' : 'contact'}
      aria-hidden="true"
    >
      <line x1="17" y1="1" x2="17" y2="7" />
      <circle cx="17" cy="8" r="1.6" />
      <line class="arm" x1="17" y1="19" x2={closed ? 17 : 9} y2={closed ? 8 : 9} />
      <circle cx="17" cy="19" r="1.6" />
      <line x1="17" y1="20" x2="17" y2="25" />
    </svg>
  );
}
