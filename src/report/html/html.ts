// The run as one HTML file that needs nothing else: the page with the data of the run in it.
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { ReportContext } from '../report-context.js';
import { buildModel } from './build-model.js';
import type { ReportModel } from './report-model.js';

/** Where the data go in the frame that the build has made. */
const DATA = '<!--data-->';

export function htmlReport(result: RunResult, context: ReportContext): string {
  const model = buildModel(result, context);
  const parts = [
    `<script type="application/json" id="data">${scriptText(model)}</script>`,
    `<noscript>${plainText(model)}</noscript>`,
  ];
  // Split, as a replacement would read `$` in the data.
  return context.reportFrame().split(DATA).join(parts.join('\n'));
}

/** JSON in which nothing ends a script element, begins a comment, or is a command to a service that runs builds. */
function scriptText(model: ReportModel): string {
  return JSON.stringify(model).replace(
    /[<>&#\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What matters, for a browser without scripts. */
function plainText({ title, conclusion, checks }: ReportModel): string {
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const lines = failed.map(({ id, title: about }) => `<li>${escaped(id)}: ${escaped(about)}</li>`);
  return `<h1>${escaped(title)}</h1><p>${escaped(conclusion?.sentence ?? '')}</p><ul>${lines.join('')}</ul>`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"'\u0000-\u0008\u000b-\u001f\u007f]/g, (character) => `&#${character.charCodeAt(0)};`);
