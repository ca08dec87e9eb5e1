import { markdownMatrix } from './markdown.js';
export const matrixFormats = {
    json: {
        syntax: 'json',
        readers: 'programs',
        file: 'replaced',
        render: (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
    },
    markdown: { syntax: 'markdown', readers: 'people', file: 'replaced', render: markdownMatrix },
};
