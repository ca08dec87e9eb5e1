// Stimuli by hand: asks the operator at the terminal, one question at a time.
import { APPLIED, failed } from '../../profile/stimuli/act.js';
import { firstLine } from '../bounded.js';
import { fill } from '../../profile/stimuli/template.js';
import { plainNumber } from './read-number.js';
/** For all prompts of a run: two questions at once would get each other's answers. */
export function createPrompts(operator) {
    let last = Promise.resolve();
    const ask = async (question, signal) => {
        const turn = last.then(() => (signal.aborted ? undefined : operator.ask(question, signal)));
        last = turn.catch(() => undefined);
        return turn;
    };
    return (how, witness) => async (act, signal) => {
        const answer = await ask(`${fill(how.text, act)}${witness ? WITNESS_END : END}`, signal);
        if (answer === undefined)
            return failed('the operator gave no answer in time');
        if (witness)
            return plainNumber(answer);
        const word = answer.trim().toLowerCase();
        if (word === '' || word === 'y' || word === 'yes')
            return APPLIED;
        return failed(`the operator said: ${firstLine(answer)}`);
    };
}
const END = '\n[Enter when it is done, n if it cannot be] ';
const WITNESS_END = '\n[type the number, then Enter] ';
