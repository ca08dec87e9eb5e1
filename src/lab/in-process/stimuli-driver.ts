// Acts on a simulator in the same process, as its control plane would, without a socket in between.
import { type Act, type Acted, type ActDriver, APPLIED, failed } from '../../harness/profile/stimuli/act.js';
import type { DeviceStimuli } from '../../simulator/device/device.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';

export function inProcessDriver({ simulator, device }: RunningSimulator): ActDriver {
  const { access } = simulator.ports;
  const acted = (act: Act): Acted | boolean => {
    const clientId = act.client?.clientId ?? '';
    if (act.name === 'disable-client') return access.setDisabled(clientId, true);
    if (act.name === 'enable-client') return access.setDisabled(clientId, false);
    if (act.name === 'expire-tokens') return (access.expireTokens(clientId), true);
    const found = device(act.device?.deviceId ?? '');
    if (!found) return false;
    if (act.name === 'executions') return { kind: 'applied', value: found.physical().executions };
    return onDevice(found.stimuli, act);
  };
  return (act) => {
    const outcome = acted(act);
    if (typeof outcome === 'object') return Promise.resolve(outcome);
    return Promise.resolve(outcome ? APPLIED : failed('there is no such device, client or channel'));
  };
}

function onDevice(stimuli: DeviceStimuli, act: Act): boolean {
  const { index = 0, key = '', active = false, value = 0, data = '' } = act;
  switch (act.name) {
    case 'set-input':
      return stimuli.setInput(index, active);
    case 'set-analog':
      return stimuli.setAnalog(index, value);
    case 'set-sensor':
      return stimuli.setSensor(key, value);
    case 'cut-power':
      return (stimuli.cutPower(), true);
    case 'restore-power':
      return (stimuli.restorePower(), true);
    case 'drop-link':
      return (stimuli.dropLink(), true);
    case 'restore-link':
      return (stimuli.restoreLink(), true);
    case 'inject-rs485':
      return stimuli.injectRs485(data);
    default:
      return false;
  }
}
