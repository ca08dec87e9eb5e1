const NAME = '[A-Za-z_]\\w*';
const PATH = `${NAME}(?:\\.${NAME})*`;
const MODIFIER = '\\?|:[A-Za-z0-9]+(?:\\.\\d+)?|\\([^()]*\\)';
const BODY = new RegExp(`^(${PATH}(?:\\+${PATH})*)((?:${MODIFIER})*)$`);
const MODIFIERS = new RegExp(MODIFIER, 'g');
/** `${...}` in braces, an escaped dollar, or a dollar that means nothing. */
const DOLLAR = /\$\{([^}]*)\}|\$\$|\$/g;
const FORMS = 'Placeholders look like $name, $name?, $name:hex, "$name(yes|no)", and ${name} within text.';
/** Reads a text of the sample; `$$` stands for a dollar sign. */
export function parseText(text, at) {
    if (text.startsWith('$') && !text.startsWith('$$') && !text.startsWith('${')) {
        const placeholder = parsePlaceholder(text.slice(1), at);
        if (placeholder.kind === 'misread')
            return placeholder;
        return { kind: 'value', placeholder: placeholder.placeholder, at };
    }
    return parseTemplate(text, at);
}
function parseTemplate(text, at) {
    const placeholders = [];
    const texts = [];
    let tail = '';
    let from = 0;
    for (const match of text.matchAll(DOLLAR)) {
        tail += text.slice(from, match.index);
        from = match.index + match[0].length;
        if (match[0] === '$$')
            tail += '$';
        else if (match[1] === undefined)
            return misread(`a lone $ in "${text}"`, `${FORMS} A dollar sign is $$.`);
        else {
            const inner = parsePlaceholder(match[1], at);
            if (inner.kind === 'misread')
                return inner;
            placeholders.push(inner.placeholder);
            texts.push(tail);
            tail = '';
        }
    }
    tail += text.slice(from);
    if (placeholders.length === 0)
        return { kind: 'literal', value: tail, at };
    return { kind: 'template', texts: [...texts, tail], placeholders, at };
}
function parsePlaceholder(body, at) {
    const match = BODY.exec(body);
    if (!match)
        return misread(`"$${body}" is no placeholder`, FORMS);
    const [path = '', ...others] = (match[1] ?? '').split('+');
    const modifiers = match[2]?.match(MODIFIERS) ?? [];
    const lists = modifiers.filter((modifier) => modifier.startsWith('('));
    const encodings = modifiers.filter((modifier) => modifier.startsWith(':'));
    const marks = modifiers.filter((modifier) => modifier === '?');
    if (lists.length > 1 || marks.length > 1 || new Set(encodings).size < encodings.length) {
        return misread(`"$${body}" says the same thing twice`, FORMS);
    }
    const words = lists[0]
        ?.slice(1, -1)
        .split('|')
        .map((word) => word.trim());
    const placeholder = {
        name: `$${[path, ...others].join('+')}`,
        path: path.split('.'),
        others: others.map((other) => beside(path.split('.'), other.split('.'))),
        optional: marks.length > 0,
        encodings: encodings.map((encoding) => encoding.slice(1)),
        words,
        at,
    };
    return { kind: 'read', placeholder };
}
/** `$relay.on+jogging` speaks of `relay.jogging`. */
function beside(first, other) {
    return other.length === 1 ? [...first.slice(0, -1), ...other] : other;
}
function misread(message, hint) {
    return { kind: 'misread', message, hint };
}
