// The dialects of the gallery that come with the program, by name.
import { basename } from 'node:path';
import { yamlFilesBelow } from '../files.js';
import { GALLERY } from '../package-files.js';
export function galleryNames() {
    const found = yamlFilesBelow(GALLERY);
    return (found.ok ? found.value : []).map((path) => basename(path).replace(/\.ya?ml$/, '')).toSorted();
}
