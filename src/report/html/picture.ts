// A picture as data, so that a page may show it that takes no markup from a script; and as markup where there is no script.

/** An element of the picture. */
export interface PictureElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly (PictureElement | string)[];
}

export const drawn = (
  tag: string,
  attributes: PictureElement['attributes'],
  ...content: PictureElement['content']
): PictureElement => ({
  tag,
  attributes,
  content,
});

/** The picture as markup, for a document without a script. */
export function markupOf({ tag, attributes, content }: PictureElement): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${markupText(String(value))}"`,
  );
  const inside = content.map((each) => (typeof each === 'string' ? markupText(each) : markupOf(each)));
  return `<${tag}${written.join('')}>${inside.join('')}</${tag}>`;
}

/** What no text and no attribute of a document may hold as it is. */
export const markupText = (words: string): string =>
  words.replace(/[&<>"'\u0000-\u0008\u000b-\u001f\u007f]/g, (character) => `&#${character.charCodeAt(0)};`);
