import { githubAnnotations, githubSummary } from './github.js';
import { htmlReport } from './html/html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { traceReport } from './trace.js';
export const runFormats = {
    junit: { syntax: 'xml', readers: 'people', file: 'replaced', render: junitReport },
    json: { syntax: 'json', readers: 'programs', file: 'replaced', render: jsonReport },
    html: { syntax: 'html', readers: 'people', file: 'replaced', render: htmlReport },
    github: {
        syntax: 'markdown',
        readers: 'people',
        file: 'continued',
        render: githubSummary,
        announce: githubAnnotations,
    },
    trace: { syntax: 'json', readers: 'programs', file: 'replaced', render: traceReport },
};
