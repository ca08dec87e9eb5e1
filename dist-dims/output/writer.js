// The last thing that happens to every text before it leaves: secrets are masked, what is left of control characters
// is escaped, and nothing in it is a command to the service that runs the build.
import { escapedLines, escapeOf, jsonEscapeOf } from './escape.js';
const hexEscape = (character) => escapeOf(character);
const entity = (character) => `&#${character.charCodeAt(0)};`;
const asMarkup = (alias) => alias.replace(/[<>&"']/g, entity);
const TEXT = { escape: escapeOf, defused: hexEscape, quoted: String, among: 'sentence' };
const MARKUP = { escape: escapeOf, defused: entity, quoted: asMarkup, among: 'document' };
const JSON_TEXT = {
    escape: jsonEscapeOf,
    defused: jsonEscapeOf,
    quoted: (alias) => JSON.stringify(alias).slice(1, -1),
    among: 'document',
};
const RULES = {
    text: TEXT,
    painted: TEXT,
    yaml: TEXT,
    json: JSON_TEXT,
    xml: MARKUP,
    html: MARKUP,
    markdown: MARKUP,
};
/** The colours of src/cli/outlet.ts; every other sequence is somebody else's. */
// eslint-disable-next-line no-control-regex -- the escape that begins a colour
const PAINT = /\u001b\[(?:[12]|22|3[1239])m/g;
/** GitHub and others trim a line before they look at its beginning, and find `##[` anywhere in it. */
// eslint-disable-next-line no-control-regex -- a colour may stand before it
const COMMAND_AT_START = /^((?:[^\S\n]|\u001b\[\d+m)*):(?=:)/gm;
const COMMAND_ANYWHERE = /#(?=#\w*\[)/g;
export function safeText(text, syntax, secrets) {
    const { escape, defused, quoted, among } = RULES[syntax];
    const masked = secrets.mask(text, among, quoted);
    const visible = syntax === 'painted' ? paintKept(masked, escape) : escapedLines(masked, escape);
    return withoutCommands(visible, defused);
}
/** Commands of our own, each a line: text of others in them is escaped by who makes them. */
export function workflowCommands(text, secrets) {
    return withoutOthers(escapedLines(secrets.mask(text, 'sentence')), hexEscape);
}
function withoutCommands(text, defused) {
    const quiet = text.includes('::')
        ? text.replace(COMMAND_AT_START, (_, before) => before + defused(':'))
        : text;
    return withoutOthers(quiet, defused);
}
function withoutOthers(text, defused) {
    return text.includes('##') ? text.replace(COMMAND_ANYWHERE, defused) : text;
}
function paintKept(text, escape) {
    let out = '';
    let end = 0;
    for (const match of text.matchAll(PAINT)) {
        out += escapedLines(text.slice(end, match.index), escape) + match[0];
        end = match.index + match[0].length;
    }
    return out + escapedLines(text.slice(end), escape);
}
