// The run as JUnit XML: a suite for each area, a case for each check. Nothing undecided comes out green.
import XMLBuilder from 'fast-xml-builder';
import { caseOutcome } from './junit-outcome.js';
import { groupBy } from './layout.js';
import { sanitised } from './xml-text.js';
export function junitReport(result, context) {
    const suites = [...groupBy(result.checks, (check) => check.area)].map(([area, checks]) => suite(area, checks.map((check) => checkCase(check, result, context)), checks, result));
    const run = runCases(result);
    if (run.length > 0)
        suites.push(suite('run', run, [], result));
    const document = {
        '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
        testsuites: {
            ...attributes({ name: 'conform', ...sums(suites), time: seconds(result.endedAt - result.startedAt) }),
            testsuite: suites,
        },
    };
    const builder = new XMLBuilder({
        ignoreAttributes: false,
        attributeNamePrefix: '@',
        format: true,
        suppressEmptyNode: true,
        suppressBooleanAttributes: false,
    });
    return builder.build(document);
}
function suite(name, cases, checks, result) {
    const from = Math.min(...checks.map((check) => check.startedAt), result.endedAt);
    const took = checks.reduce((sum, check) => sum + check.endedAt - check.startedAt, 0);
    const counts = {
        tests: cases.length,
        failures: cases.filter((each) => 'failure' in each).length,
        errors: cases.filter((each) => 'error' in each).length,
        skipped: cases.filter((each) => 'skipped' in each).length,
    };
    const facts = { target: result.target, dialect: result.dialect, seed: result.seed };
    return {
        ...attributes({ name, ...counts, time: seconds(took), timestamp: new Date(from).toISOString() }),
        properties: { property: Object.entries(facts).map(([key, value]) => attributes({ name: key, value })) },
        testcase: cases,
    };
}
function checkCase(check, result, context) {
    return {
        ...attributes({
            classname: `conform.${check.area}`,
            name: `${check.id}: ${check.title}`,
            time: seconds(check.endedAt - check.startedAt),
            file: check.place?.file,
            line: check.place?.line,
        }),
        ...caseOutcome(check, result.seed, context, outcomeElement),
    };
}
/** What is wrong with the run as a whole must not get lost beside green cases. */
function runCases(result) {
    const all = [
        ['the target can be reached', result.unreachable],
        ['the run came to its end', result.cutShort],
        ['the target is left as it was found', result.notRestored.join('; ') || undefined],
        ['the waivers of the profile are of use', (result.waiverProblems ?? []).join('; ') || undefined],
    ];
    return all.flatMap(([name, message]) => message === undefined
        ? []
        : [
            {
                ...attributes({ classname: 'conform.run', name, time: seconds(0) }),
                error: outcomeElement({ message, type: 'run', text: message }),
            },
        ]);
}
function outcomeElement({ message, type, text }) {
    return { ...attributes({ message, type }), ...(text === undefined ? {} : { '#text': sanitised(text) }) };
}
/** Line breaks would come back as spaces anyway; what is undefined is left out. */
function attributes(values) {
    return Object.fromEntries(Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [`@${name}`, sanitised(String(value)).replace(/\s+/g, ' ')]));
}
function sums(suites) {
    const names = ['tests', 'failures', 'errors', 'skipped'];
    return Object.fromEntries(names.map((name) => [name, suites.reduce((sum, each) => sum + Number(each[`@${name}`]), 0)]));
}
const seconds = (ms) => (ms / 1000).toFixed(3);
