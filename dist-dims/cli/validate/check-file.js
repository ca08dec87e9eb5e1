// Checks one file by the parser of its kind, which is loaded for it; the keys of the file tell which kind it is.
import { readYaml } from '../../document/yaml-document.js';
import { isObject } from '../../kernel/json.js';
import { readText, shownPath } from '../files.js';
const CHECKS = {
    scenario: async (path, { cwd }) => (await import('../load/scenarios.js')).loadScenarios([path], cwd),
    fleet: async (path, { cwd }) => (await import('../load/fleet.js')).loadFleet(path, cwd),
    dialect: async (path, { cwd }) => (await import('../load/dialect.js')).loadDialect(path, cwd),
    target: checkTarget,
    variant: checkVariant,
    'fault-plan': checkFaultPlan,
};
/** Secrets are for those who run it: whoever checks the file, in CI perhaps, need not have them. */
async function checkTarget(path, io) {
    const { loadProfile } = await import('../load/profile.js');
    const env = new Proxy(io.env, { get: (given, name) => given[name] ?? 'some secret' });
    return loadProfile(path, { ...io, env });
}
/** The dialect of a variant has to be there, too. */
async function checkVariant(path, { cwd }, options) {
    const { loadFleet } = await import('../load/fleet.js');
    const { loadVariants } = await import('../load/variants.js');
    const fleet = loadFleet(options.fleet, cwd);
    return fleet.ok ? loadVariants([path], fleet.value.spec, cwd) : fleet;
}
async function checkFaultPlan(path, { cwd }, options) {
    const { loadFleet } = await import('../load/fleet.js');
    const { loadFaultPlan } = await import('../load/fault-plan.js');
    const fleet = loadFleet(options.fleet, cwd);
    return fleet.ok ? loadFaultPlan(path, fleet.value.spec, cwd) : fleet;
}
export async function checkFile(path, io, options) {
    const kind = options.as ?? guessKind(path, io);
    const outcome = await CHECKS[kind](path, io, options);
    return { kind, complaints: outcome.ok ? [] : outcome.complaints };
}
/** Keys that only one kind of file has at its top; a file without any is read as a scenario. */
const TELLING_KEYS = [
    ['variant', ['why', 'styles']],
    ['scenario', ['steps', 'rules', 'title']],
    ['target', ['baseUrl', 'websocketUrl', 'patience', 'url']],
    ['fleet', ['profiles', 'limits']],
    ['dialect', ['peripherals', 'command', 'commandStatus', 'wsRequest', 'shapes']],
    ['fault-plan', ['faults']],
];
function guessKind(path, { cwd }) {
    const text = readText(path);
    const document = text.ok ? readYaml(text.value, shownPath(path, cwd)) : undefined;
    const value = document?.ok ? document.value.value : undefined;
    const keys = isObject(value) ? Object.keys(value) : [];
    return TELLING_KEYS.find(([, telling]) => telling.some((key) => keys.includes(key)))?.[0] ?? 'scenario';
}
