// What is no plain character is shown as `\u202e`, wherever it stands: names of devices and clients, texts of requests.
// A mark that turns the direction of writing would show a name as another one.
import { type ComponentChild, type ComponentChildren, options } from 'preact';

/** Controls, format characters, separators, halves of pairs and what nobody sees; line breaks and tabs stay. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;
const PLAIN = /^[\n\t -~]*$/;

export function plainText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE, (character) => {
    if (character === '\n' || character === '\t') return character;
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}

/** From now on all texts of elements and their labels are shown so; values of fields stay as they are. */
export function showPlainText(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    before?.(node);
    if (typeof node.type !== 'string') return;
    const props = node.props as { children?: ComponentChildren; 'aria-label'?: unknown; title?: unknown };
    if (props.children !== undefined) props.children = plainChildren(props.children);
    for (const name of ['aria-label', 'title'] as const) {
      const words = props[name];
      if (typeof words === 'string') props[name] = plainText(words);
    }
  };
}

function plainChildren(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return plainText(children);
  return Array.isArray(children) ? (children.map(plainChildren) as ComponentChild[]) : children;
}
