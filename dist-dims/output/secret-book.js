// The secrets that are known, and where a text shows one of them, or a piece of one, in whatever encoding.
import { fold, PIECE } from './grams.js';
import { createHarmless, createOpenTexts } from './known-texts.js';
import { merged } from './region.js';
import { createShelf, isFull, put, WHOLE_ONLY, wholeAt } from './shelf.js';
import { decoded, unescaped } from './views.js';
/** Shorter ones are searched for nowhere: `on` may be a password, but not each `on` is. */
const SHORTEST = 6;
/** Encodings of encodings are undone up to this depth. */
const DEEPEST = 4;
export function createSecretBook() {
    const lasting = createShelf(true);
    let passing = [createShelf(false), createShelf(false)];
    const open = createOpenTexts();
    const harmless = createHarmless();
    let shelves = [];
    return {
        add: (value, alias, { lasting: isLasting = false, wholeOnly = false }) => {
            if (value.length < SHORTEST)
                return;
            if (!isLasting && isFull(passing[0]))
                passing = [createShelf(false), passing[0]];
            put(isLasting ? lasting : passing[0], value, alias, wholeOnly);
            shelves = [lasting, ...passing].filter(({ size }) => size > 0);
            harmless.clear();
        },
        open: open.add,
        find: (text, among) => {
            if (shelves.length === 0 || text.length < SHORTEST || harmless.has(text))
                return NONE;
            const regions = regionsIn(text, { shelves, among, isOpen: open.has }, 0);
            if (regions.length > 0)
                return merged(regions);
            // What a finished text may show is more than what a value may.
            if (among === 'value')
                harmless.add(text);
            return NONE;
        },
        get isEmpty() {
            return shelves.length === 0;
        },
    };
}
const NONE = [];
/** Whether what is a secret, or a piece of one, is to be replaced where it stands. */
function isHidden(text, { isOurs }, { among, isOpen }) {
    if (among === 'value')
        return true;
    if (!TOKEN.test(text) || isOpen(fold(text)))
        return false;
    return among === 'sentence' || isOurs || (/\d/.test(text) && /[A-Za-z]/.test(text));
}
/** The characters of a bearer token (RFC 6750, 2.1): neither blanks nor the signs of a syntax. */
const TOKEN = /^[\w.~+/=-]+$/;
/** All that is found, in no order; there may be hundreds of thousands in a long report. */
function regionsIn(text, look, depth) {
    const regions = [];
    for (const shelf of look.shelves) {
        collect(regions, wholesIn(text, shelf, look));
        if (shelf.shorts.size > 0 && (depth === 0 || look.among === 'value'))
            collect(regions, shortsIn(text, shelf, look));
    }
    if (depth === DEEPEST)
        return regions;
    const plain = unescaped(text);
    if (plain)
        collect(regions, through(plain, look, depth));
    for (const view of decoded(text))
        collect(regions, through(view, look, depth));
    return plain ? regions.map((region) => aroundEscapes(region, plain)) : regions;
}
function collect(regions, more) {
    for (const region of more)
        regions.push(region);
}
function through(view, look, depth) {
    return regionsIn(view.text, look, depth + 1).map((region) => {
        const [from, to] = view.original(region.from, region.to);
        return { ...region, from, to };
    });
}
/** A replacement must not leave half of an escape behind. */
function aroundEscapes(region, { around }) {
    const [from, to] = around?.(region.from, region.to) ?? [region.from, region.to];
    return { ...region, from, to };
}
function wholesIn(text, shelf, look) {
    const { grams, starts } = shelf;
    const regions = [];
    let done = 0;
    grams.scan(text, (at, alias, piece) => {
        if (at < done)
            return;
        const whole = starts.has(piece) ? wholeAt(text, at, shelf) : undefined;
        if (whole && isHidden(text.slice(at, whole.to), shelf, look)) {
            done = whole.to;
            regions.push(whole);
        }
        else if (alias !== WHOLE_ONLY && !look.isOpen(piece) && isHidden(piece, shelf, look)) {
            regions.push({ from: at, to: at + PIECE, alias, isWhole: false });
        }
    });
    return regions;
}
function shortsIn(text, shelf, look) {
    return [...shelf.shorts].flatMap(([alias, forms]) => forms.flatMap((form) => {
        const regions = [];
        if (!isHidden(form, shelf, look))
            return regions;
        for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
            regions.push({ from: at, to: at + form.length, alias, isWhole: true });
        return regions;
    }));
}
