// What is no plain character is shown as `\u202e`, wherever it stands: names of devices and clients, texts of requests.
// A mark that turns the direction of writing would show a name as another one.
import { escapedLines } from '../../output/escape.js';
import { type ComponentChild, type ComponentChildren, options } from 'preact';

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
      if (typeof words === 'string') props[name] = escapedLines(words);
    }
  };
}

function plainChildren(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return escapedLines(children);
  return Array.isArray(children) ? (children.map(plainChildren) as ComponentChild[]) : children;
}
