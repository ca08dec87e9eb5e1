// Builds the page and the HTML report into `dist/page`: one script and one style sheet each. See
// docs/decisions/0021-the-page.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = new URL('../dist/page/', import.meta.url);

export async function buildPage() {
  const [live, report] = await Promise.all([bundle('live'), bundle('report')]);
  await mkdir(OUT, { recursive: true });
  const files = {
    'live.js': live.script,
    'live.css': live.style,
    'live.html': frame('conform', 'live'),
    'report.js': report.script,
    'report.css': report.style,
    'report.html': frame('conform', 'report'),
    'icon.svg': ICON,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(new URL(name, OUT), text)));
}

/** A contact that closes. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5cad"/><g stroke="#fff" stroke-width="2.6" stroke-linecap="round" fill="none"><path d="M5 20h7l9-8"/><path d="M21 20h6"/></g><circle cx="12" cy="20" r="2.4" fill="#fff"/><circle cx="21" cy="20" r="2.4" fill="#fff"/></svg>
`;

async function bundle(name) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`src/page/${name}/main.tsx`],
    outdir: 'dist/page',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'src/page/tsconfig.json',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  const text = (/** @type {string} */ end) =>
    outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? '';
  return { script: text('.js'), style: text('.css') };
}

/** How each page begins. */
const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`;

/** An empty page that loads its script: it has no inline script, so that the policy can forbid all of it. */
function frame(title, name) {
  return `${HEAD}<title>${title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/${name}.css">
</head>
<body>
<div id="app"></div>
<noscript>This page needs its script.</noscript>
<script src="/${name}.js" defer></script>
</body>
</html>
`;
}
