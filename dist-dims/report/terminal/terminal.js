import { reportByRule } from '../by-rule.js';
import { NO_PAINT } from '../paint.js';
import { headSection } from './head.js';
import { problemSections } from './problems.js';
import { skippedSection } from './skipped.js';
import { leftUncheckedSection } from './left-unchecked.js';
import { summarySection } from './summary.js';
import { unobservableSection } from './unobservable.js';
import { tableSection } from './table.js';
const DEFAULT_WIDTH = 110;
export function terminalReport(result, context, options = {}) {
    const view = {
        context,
        paint: options.paint ?? NO_PAINT,
        width: options.width ?? DEFAULT_WIDTH,
    };
    const rules = reportByRule(result);
    const sections = [
        headSection(result, view),
        tableSection(result, view),
        ...problemSections(result, rules, view),
        skippedSection(result, view),
        leftUncheckedSection(result, view),
        unobservableSection(rules, view),
        summarySection(result, rules, view),
    ];
    return `${sections
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join('\n'))
        .join('\n\n')}\n`;
}
