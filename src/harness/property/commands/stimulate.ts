// Acts on a device from outside of the interface, as far as the profile declares how.
import fc from 'fast-check';
import type { StimulusName } from '../../profile/stimuli/catalogue.js';
import type { DeviceFacts, ProgramFacts } from '../facts.js';
import type { StepData } from '../program.js';
import { createCommand, type ProgramCommand } from './command.js';

export function drawStimulate({ devices }: ProgramFacts): fc.Arbitrary<ProgramCommand>[] {
  return devices.flatMap((device) =>
    device.stimuli.map((stimulus) =>
      acts(device, stimulus).map((steps) =>
        createCommand(
          () => `${stimulus} of ${device.name}`,
          (_, draft) => {
            draft.steps.push(...steps);
          },
        ),
      ),
    ),
  );
}

function acts(
  { name: device, entry }: DeviceFacts,
  stimulus: StimulusName,
): fc.Arbitrary<readonly StepData[]> {
  switch (stimulus) {
    case 'set-input':
      return fc.boolean().map((active) => [{ stimulate: stimulus, device, input: 'door', active }]);
    case 'set-analog':
      return fc
        .integer({ min: 1, max: 9 })
        .map((value) => [{ stimulate: stimulus, device, analogInput: 'level', value }]);
    case 'set-sensor':
      return fc
        .integer({ min: 10, max: 30 })
        .map((value) => [{ stimulate: stimulus, device, sensor: 'probe', value }]);
    case 'inject-rs485':
      return fc.constant([{ stimulate: stimulus, device, data: entry.rs485?.answered ?? '00' }]);
    case 'cut-power':
      return fc.constant(gone(device, 'cut-power', 'restore-power'));
    default:
      return fc.constant(gone(device, 'drop-link', 'restore-link'));
  }
}

/** A device that has been away is given the time to come back. */
function gone(device: string, away: StimulusName, back: StimulusName): readonly StepData[] {
  return [{ stimulate: away, device }, { wait: '1s' }, { stimulate: back, device }, { wait: '3s' }];
}
