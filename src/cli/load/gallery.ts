// The dialects of the gallery that come with the program, by name.
import { basename } from 'node:path';
import { kindOf, yamlFilesBelow } from '../files.js';
import { GALLERY } from '../package-files.js';

export function galleryNames(): readonly string[] {
  const files = kindOf(GALLERY) === 'folder' ? yamlFilesBelow(GALLERY) : [];
  return files.map((path) => basename(path).replace(/\.ya?ml$/, '')).toSorted();
}
