// Reads the wires of a bench: which relay drives which input.
import { problemAt, unknownName } from '../../../document/validate.js';
import type { Path } from '../../../document/yaml-document.js';
import type { DeclaredWire } from './declaration.js';
import type { StimuliSources } from './stimuli-sources.js';

/** A wire may only use a relay that may be switched, and an input has one wire. */
export function readWires(
  written: readonly DeclaredWire[],
  { document, devices, problems }: StimuliSources,
): readonly DeclaredWire[] {
  const driven = new Set<string>();
  for (const [at, { device, input, relay }] of written.entries()) {
    const path = (key: string): Path => ['stimuli', 'set-input', 'wiring', at, key];
    const entry = devices[device];
    if (!Object.hasOwn(devices, device) || !entry) {
      problems.push(unknownName(document, path('device'), 'device', device, Object.keys(devices)));
      continue;
    }
    if (!entry.relays.includes(relay)) {
      const allowed = [...entry.relays, relay].toSorted((a, b) => a - b).join(', ');
      const message = `relay ${relay} of ${device} may not be switched`;
      problems.push(
        problemAt(document, path('relay'), message, `Write devices.${device}.relays: [${allowed}].`),
      );
    }
    const key = `${device} ${input}`;
    if (driven.has(key))
      problems.push(problemAt(document, path('input'), `input ${input} of ${device} has two wires`));
    driven.add(key);
  }
  return written;
}
