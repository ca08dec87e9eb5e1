// A question to the control plane of a running simulator, and its answer for people or for programs.
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { controlClient } from './control-client.js';
/** Asks, and prints the answer: as JSON when that is wanted, else as `show` words it. */
export async function ask(io, options, { ask: question, show, terms, lost }) {
    const client = controlClient(options, io, terms);
    const answer = client.ok ? await question(client.value) : client;
    if (!answer.ok)
        return refusedWith(io, answer);
    const value = io.secrets.redact(answer.value);
    const complaint = lost?.(value);
    if (options.json)
        io.out.document(`${JSON.stringify(value, null, 2)}\n`, 'json');
    else if (!complaint)
        io.out.write(show(value));
    if (!complaint)
        return EXIT.passed;
    complain(io, [complaint]);
    return EXIT.usage;
}
export function refusedWith(io, answer) {
    complain(io, answer.complaints);
    return answer.code;
}
