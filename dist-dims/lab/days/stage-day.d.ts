import type { Day } from '../../audit/days/day.js';
import type { Problem } from '../../document/problem.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
export interface StagedDay {
    readonly day: Day;
    readonly fleet: FleetSpec;
    /** The id and secret of the client that the day is for. */
    readonly credentials: {
        readonly clientId: string;
        readonly clientSecret: string;
    };
}
export type Staging = {
    readonly ok: true;
    readonly value: StagedDay;
} | {
    readonly ok: false;
    readonly problems: readonly Pick<Problem, 'message'>[];
};
export declare function stageDay(day: Day, base: FleetSpec): Staging;
