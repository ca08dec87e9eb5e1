// Reads variants, by the names of those that come with the program or as files, one upon the other.
import { basename, dirname, resolve } from 'node:path';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { createStyle } from '../../simulator/styles/registry.js';
import { parseVariant } from '../../simulator/variants/parse-variant.js';
import { refuse } from '../../document/complaint.js';
import { isYaml, readText, shownPath, yamlFilesBelow } from '../files.js';
import { loadDialect } from './dialect.js';
import { BUNDLED_VARIANTS } from '../package-files.js';
import { namesOf } from './fault-plan.js';
import { loadFleet } from './fleet.js';
function variantNames() {
    const found = yamlFilesBelow(BUNDLED_VARIANTS);
    return found.ok ? found.value.map(nameOf) : [];
}
/** @param names of variants that come with the program, or paths of files. */
export function loadVariants(names, fleet, cwd) {
    let varied = {
        fleet,
        declared: fleet,
        dialect: undefined,
        faults: [],
        styles: () => [],
        shared: false,
        titles: [],
    };
    for (const name of names) {
        const path = pathOf(name, cwd);
        if (!path.ok)
            return path;
        const variant = loadVariant(path.value, varied.fleet, cwd);
        if (!variant.ok)
            return variant;
        const dialect = dialectOf(variant.value, varied, path.value, cwd);
        if (!dialect.ok)
            return dialect;
        varied = upon(varied, variant.value, dialect.value);
    }
    return { ok: true, value: varied };
}
/** The variants that come with the program. */
export function bundledVariants(cwd) {
    const fleet = loadFleet(undefined, cwd);
    if (!fleet.ok)
        return fleet;
    const value = [];
    for (const name of variantNames()) {
        const variant = loadVariant(resolve(BUNDLED_VARIANTS, `${name}.yaml`), fleet.value.spec, cwd);
        if (!variant.ok)
            return variant;
        const { title, why, dialect } = variant.value;
        value.push({ name, title, why, ...(dialect === undefined ? {} : { dialect }) });
    }
    return { ok: true, value };
}
/** The dialect of the command line, or that of a variant, or the default one. */
export function dialectFor(name, { dialect }, cwd) {
    return name === undefined && dialect ? { ok: true, value: dialect } : loadDialect(name ?? 'default', cwd);
}
function loadVariant(path, fleet, cwd) {
    const text = readText(path);
    if (!text.ok)
        return refuse(text.message);
    const parsed = parseVariant(text.value, shownPath(path, cwd), { fleet, namesOf });
    if (parsed.ok)
        return parsed;
    return { ok: false, complaints: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}
function upon(before, variant, dialect) {
    const { fleet } = variant;
    return {
        fleet,
        declared: { ...fleet, devices: fleet.devices.slice(0, before.declared.devices.length) },
        dialect,
        faults: [...before.faults, ...variant.faults],
        styles: () => [...before.styles(), ...variant.styles.flatMap((id) => createStyle(id) ?? [])],
        shared: before.shared || variant.shared,
        titles: [...before.titles, variant.title],
    };
}
function dialectOf({ dialect: name }, before, path, cwd) {
    if (name === undefined)
        return { ok: true, value: before.dialect };
    if (before.dialect !== undefined)
        return refuse(`${shownPath(path, cwd)} has a dialect, and a variant before it has one, too`);
    return loadDialect(name, cwd, dirname(path));
}
function pathOf(name, cwd) {
    if (isYaml(name))
        return { ok: true, value: resolve(cwd, name) };
    const names = variantNames();
    if (names.includes(name))
        return { ok: true, value: resolve(BUNDLED_VARIANTS, `${name}.yaml`) };
    const listed = 'conform list variants shows those with a name; all others are files.';
    return refuse(`there is no variant "${name}"`, didYouMean(name, names, listed));
}
function nameOf(path) {
    return basename(path).replace(/\.ya?ml$/i, '');
}
