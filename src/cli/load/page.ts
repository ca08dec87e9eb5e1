// The page that comes with the program, as the build has made it, and the fault plans that it offers.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { assert } from '../../kernel/assert.js';
import type { PageAsset, PageAssets, PageParts } from '../../simulator/control/route.js';
import { readText, yamlFilesBelow } from '../files.js';
import { BUNDLED_FAULTS, PAGE_FILES } from '../package-files.js';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** @param name which of the pages stands at `/`. */
export function loadPageAssets(name: 'live' | 'report'): PageAssets {
  const asset = (file: string): PageAsset => {
    return { contentType: TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain', text: pageFile(file) };
  };
  const others = [`${name}.js`, `${name}.css`, 'icon.svg'].map((file) => [`/${file}`, asset(file)] as const);
  return new Map([['/', asset(`${name}.html`)], ...others]);
}

export function loadPage(): Omit<PageParts, 'serviceUrl'> {
  return {
    assets: loadPageAssets('live'),
    plans: loadPlans(),
    // The judge is loaded when somebody asks for it.
    judge: async (records) => (await import('./conduct.js')).judgeConduct(records),
  };
}

/** The HTML report without its data: one file that needs nothing else. Only this very script runs in it. */
export function loadReportFrame(): string {
  // The end of a script element inside of the script would end it.
  const script = pageFile('report.js').replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:`;
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${pageFile('report.css')}</style>`;
  return pageFile('report.html')
    .replace(/<link rel="icon".*\n.*report\.css.*/, () => head)
    .replace(/<noscript>.*\n.*report\.js.*/, () => `<!--data-->\n<script>${script}</script>`);
}

function pageFile(name: string): string {
  const text = readText(join(PAGE_FILES, name));
  assert(text.ok, `the program has lost ${name} of its page: npm run build makes it`);
  return text.value;
}

function loadPlans(): PageParts['plans'] {
  const found = yamlFilesBelow(BUNDLED_FAULTS);
  return (found.ok ? found.value : []).toSorted().flatMap((path) => {
    const text = readText(path);
    return text.ok ? [{ name: basename(path).replace(/\.ya?ml$/, ''), text: text.value }] : [];
  });
}
