import { createRandom } from '../../kernel/random.js';
import { createSecrets } from '../../output/secrets.js';
import { createTrace } from '../../trace/trace.js';
import { createGate } from '../safety/gate/gate.js';
import { createStimuli } from '../stimuli/create-stimuli.js';
import { createTarget } from '../target/create-target.js';
export function openTarget(options) {
    const { profile: declared, dialect, clock, seed, vouchedFor, book, stop, transport: ungated, ...outside } = options;
    const { secrets = createSecrets() } = outside;
    const profile = { ...declared, without: [...(declared.without ?? []), ...dialect.without] };
    const random = createRandom(seed);
    const gate = createGate({ profile, dialect, restriction: outside.restriction });
    const transport = gate.guard(ungated);
    const trace = createTrace(clock);
    const target = createTarget({ profile, dialect, clock, transport, trace, random, secrets });
    const stimuli = createStimuli({
        profile,
        clock,
        random,
        forbidsAct: gate.forbidsAct,
        ...outside,
        secrets,
        ...(book && { book }),
    });
    return {
        profile,
        target,
        gate,
        stimuli,
        seed,
        vouchedFor,
        secrets,
        ...(book && { book }),
        close: async () => {
            await target.close();
            await stimuli.close();
            await stop();
        },
    };
}
