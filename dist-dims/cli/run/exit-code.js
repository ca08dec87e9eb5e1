import { conclude } from '../../report/conclusion.js';
import { EXIT } from '../exit-codes.js';
export function exitCodeOf(result) {
    const { kind } = conclude(result);
    return kind === 'error' ? EXIT.internal : EXIT[kind];
}
