// Routes about time.
import { z } from 'zod';
import { parseDuration } from '../../../kernel/duration.js';
import { json, refused, route } from '../route.js';
import { LEAST_SPEED, LONGEST_STEP, MOST_SPEED } from '../steering.js';
const duration = z
    .union([z.number(), z.string().transform((text) => parseDuration(text) ?? Number.NaN)])
    .refine((ms) => ms >= 0 && ms <= LONGEST_STEP, 'expected a duration such as 3s or 1500 (ms), of 30 days at most');
export const clockRoutes = [
    route({
        method: 'GET',
        path: '/clock',
        summary: 'The time of the simulator, its speed, and whether it stands still',
        handle: (_, { steering }) => json(steering.state()),
    }),
    route({
        method: 'POST',
        path: '/clock/pause',
        summary: 'Stops time; requests that take time wait until it goes on',
        handle: (_, context) => moved(context, context.steering.pause()),
    }),
    route({
        method: 'POST',
        path: '/clock/resume',
        summary: 'Lets time go on',
        handle: (_, context) => moved(context, context.steering.resume()),
    }),
    route({
        method: 'POST',
        path: '/clock/step',
        summary: 'Moves time on at once; the reply comes when all that was due has happened',
        body: z.strictObject({ duration }),
        handle: async ({ body }, context) => moved(context, await context.steering.step(body.duration)),
    }),
    route({
        method: 'PUT',
        path: '/clock/speed',
        summary: 'Makes time go faster or slower',
        body: z.strictObject({ speed: z.number().min(LEAST_SPEED).max(MOST_SPEED) }),
        handle: ({ body }, context) => moved(context, context.steering.setSpeed(body.speed)),
    }),
];
function moved({ steering }, done) {
    const state = steering.state();
    return done
        ? json(state)
        : refused(409, `The clock of this simulator is ${state.kind}: it cannot do that.`);
}
