// A draft that lies in a file: what its lines say of how sure they are, and lines that are surer now. What somebody has
// written there himself has no such words, and stays as it is.
import { parseDocument, type Scalar, visit } from 'yaml';
import type { ShapeName } from '../../contract/schemas/shapes.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import { isObject } from '../../kernel/json.js';
import type { DraftLine, DraftStanding } from './draft.js';

export type KeptDraft = ReturnType<typeof keptDraft>;

const SAID = /^ (proven|likely|open): /;

export function keptDraft(text: string) {
  const document = parseDocument(text);
  const linesOf = (shape: string): Scalar[] => {
    const lines: Scalar[] = [];
    const root = document.get(shape, true);
    if (root !== undefined)
      visit(root as never, { Scalar: (_, node) => void (SAID.test(node.comment ?? '') && lines.push(node)) });
    return lines;
  };
  const standingOf = ({ comment }: Scalar): string => SAID.exec(comment ?? '')?.[1] ?? '';
  const isDialect = (): boolean => parseDialect(document.toString(), 'draft.yaml').ok;
  return {
    /** As it was read. */
    hasOpen: (): boolean => text.includes(' # open: '),
    text: (): string => document.toString({ lineWidth: 0 }),
    data: (): Record<string, unknown> => {
      const data: unknown = document.toJS();
      return isObject(data) ? data : {};
    },
    /** Nothing of the shape is more than a guess of the draft. */
    isOpen: (shape: ShapeName): boolean => {
      const lines = linesOf(shape);
      return lines.length > 0 && lines.every((line) => standingOf(line) === 'open');
    },
    /** Of the first line with the placeholder; undefined where the draft says nothing of it. */
    standingAt: (shape: ShapeName, name: string): string | undefined => {
      const line = linesOf(shape).find(({ value }) => holds(value, name));
      return line && standingOf(line);
    },
    whyAt: (shape: ShapeName, name: string): string =>
      linesOf(shape).find(({ value }) => holds(value, name))?.comment ?? '',
    put: (shape: string, sample: unknown, standing?: DraftStanding, why?: string): void => {
      const node = document.createNode(sample);
      if (standing)
        visit(node, {
          Scalar: (key, each) => {
            if (key !== 'key' && String(each.value).includes('$')) each.comment = ` ${standing}: ${why}`;
          },
        });
      const was = document.get(shape, true);
      const wasRead = isDialect();
      document.set(shape, node);
      // What cannot be read again is no dialect.
      if (wasRead && !isDialect()) document.set(shape, was);
    },
    /** Each line of the shape with what is known of its placeholder. */
    annotate: (shape: ShapeName, known: readonly DraftLine[]): void => {
      visit(document.get(shape, true) as never, {
        Scalar: (key, node) => {
          const own = known.find(({ placeholder }) => holds(node.value, placeholder.slice(1)));
          if (key !== 'key' && own) node.comment = ` ${own.standing}: ${own.why}`;
        },
      });
    },
    /** Lines that are more than a guess of the draft stay as they are. */
    rewrite: (shape: ShapeName, name: string, to: (text: string) => string): void => {
      for (const line of linesOf(shape))
        if (holds(line.value, name) && standingOf(line) !== 'proven') line.value = to(String(line.value));
    },
    prove: (shape: ShapeName, name: string, why: string): void => {
      for (const line of linesOf(shape))
        if (holds(line.value, name) && standingOf(line) !== 'proven') line.comment = ` proven: ${why}`;
    },
  };
}

function holds(value: unknown, name: string): boolean {
  return new RegExp(`\\$\\{?${name.replaceAll('.', '\\.')}(?![\\w.])`).test(String(value));
}
