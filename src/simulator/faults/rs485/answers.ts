// What the faults of RS485 answers share: each answer of a peripheral is an occasion. Unsolicited
// bytes of peripherals are not changed, and neither are those that the fault `rs485-noise` puts on the line.
import type { Rs485Answer } from '../../device/influences.js';
import type { FaultAct } from '../fault.js';
import type { FaultSite } from '../engine/site.js';

/** What is left of the answer, and what happened to it in words. */
export interface Changed {
  readonly answer: Rs485Answer | undefined;
  readonly effect: string;
}

export function changeAnswers(site: FaultSite, change: (answer: Rs485Answer) => Changed): FaultAct {
  return {
    influences: ({ deviceId }) => ({
      rs485: (answer) => {
        if (!answer.solicited) return answer;
        const firing = site.fire({ what: `RS485 answer to ${deviceId}`, deviceId });
        if (!firing) return answer;
        const { answer: left, effect } = change(answer);
        firing.note(effect);
        return left;
      },
    }),
  };
}
