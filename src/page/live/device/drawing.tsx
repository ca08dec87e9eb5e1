// A drawing of the device as it hangs on its rail: lamps, inputs to click, relays as their contacts are.
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import type { ActOnDevice } from './use-acts.js';

export function Drawing({
  device,
  act,
}: {
  readonly device: DeviceView;
  readonly act: ActOnDevice;
}): JSX.Element {
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

type Relay = DeviceView['relays'][number];

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
