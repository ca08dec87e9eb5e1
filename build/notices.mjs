// The licences of packages that have become a part of the bundle: they ask to be passed on with it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @param metafile what esbuild says of the bundle. @returns one text, by package. */
export function noticesOf({ inputs }) {
  const folders = new Set(
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders].toSorted().map(noticeOf).join('\n');
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, 'utf8'));
  const file = readdirSync(ROOT + folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file !== undefined && existsSync(`${ROOT}${folder}/${file}`);
  return `${name} ${version} (${license})\n\n${text ? readFileSync(`${ROOT}${folder}/${file}`, 'utf8') : ''}`;
}
