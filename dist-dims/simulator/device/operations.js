import { peripheralsOf } from './device-views.js';
import { planOperation } from './plan-operation.js';
/** @param report called when an operation may have changed what the device reports. */
export function createOperations(parts, timing, runner, report, witness) {
    let executions = 0;
    return {
        executions: () => executions,
        refresh: () => runner.run({
            kind: 'refresh',
            duration: timing.refresh,
            wait: 0,
            act: (finish) => finish({ kind: 'done', value: peripheralsOf(parts) }),
        }),
        // Async, so that a plan that cannot be made rejects rather than throws.
        perform: async (operation) => {
            const plan = planOperation(parts, timing, operation);
            return runner.run({
                ...plan,
                act: (finish) => {
                    executions++;
                    witness({ act: 'operation', operation });
                    plan.act(finish);
                    report();
                },
            });
        },
    };
}
