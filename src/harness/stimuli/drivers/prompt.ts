// Stimuli by hand: asks the operator at the terminal, one question at a time.
import { type ActDriver, type Acted, APPLIED, failed } from '../../profile/stimuli/catalogue.js';
import { fill, type PromptHow } from '../../profile/stimuli/template.js';
import { firstLine, plainNumber } from './read-number.js';

/** Somebody who sits at the bench. */
export interface Operator {
  /** The line that was typed; undefined when none came before the signal or the end of the input. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

/** For all prompts of a run: two questions at once would get each other's answers. */
export function createPrompts(operator: Operator) {
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (question: string, signal: AbortSignal): Promise<string | undefined> => {
    const turn = last.then(() => (signal.aborted ? undefined : operator.ask(question, signal)));
    last = turn.catch(() => undefined);
    return turn;
  };
  return (how: PromptHow, witness: boolean): ActDriver =>
    async (act, signal): Promise<Acted> => {
      const answer = await ask(`${fill(how.text, act)}${witness ? WITNESS_END : END}`, signal);
      if (answer === undefined) return failed('the operator gave no answer in time');
      if (witness) return plainNumber(answer);
      const word = answer.trim().toLowerCase();
      if (word === '' || word === 'y' || word === 'yes') return APPLIED;
      return failed(`the operator said: ${firstLine(answer)}`);
    };
}

const END = '\n[Enter when it is done, n if it cannot be] ';
const WITNESS_END = '\n[type the number, then Enter] ';
