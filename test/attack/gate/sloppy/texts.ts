// All texts that a sloppy server makes of bytes: other charsets, compressions, forms, parts.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { type Loose, readLoosely } from './lenient-json.js';

/** The word in lower case, in plain letters and digits, without any sign. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '');
}

/** The value of a decimal digit of any script: they stand in runs of ten that begin with their zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return code - zero;
}

/** @param type of the content, as its header says. */
export function documentsIn(body: string, type: string): readonly Loose[] {
  return textsOf(Buffer.from(body, 'utf8')).flatMap((text) => [
    ...readLoosely(text),
    ...(text.includes('=') ? formIn(text) : []),
    ...(/name=/i.test(text) || type.includes('multipart') ? partsIn(text) : []),
  ]);
}

function textsOf(bytes: Buffer): readonly string[] {
  const swapped = Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
  const texts = new Set([
    bytes.toString('utf8'),
    bytes.toString('latin1'),
    bytes.toString('utf16le'),
    swapped.toString('utf16le'),
    bytes.toString('utf8').replaceAll('\0', ''),
  ]);
  // Nothing that is compressed is plain text.
  const packed = /[^\t\r\n\x20-\x7e]/.test(bytes.toString('latin1'));
  for (const inflate of packed ? [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync] : []) {
    try {
      texts.add(inflate(bytes, { maxOutputLength: 65_536 }).toString('utf8'));
    } catch {
      // It is not compressed in this way.
    }
  }
  const utf8 = bytes.toString('utf8');
  if (utf8.length > 16) texts.add(Buffer.from(utf8, 'base64').toString('utf8'));
  texts.add(utf7(utf8));
  texts.add(
    utf8
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  );
  for (const word of utf8.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? [])
    texts.add(Buffer.from(word, 'base64').toString('utf8'));
  for (const text of texts) texts.add(text.normalize('NFKC'));
  return [...texts];
}

function utf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]+)-?/g, (_, coded: string) => {
    const bytes = Buffer.from(coded, 'base64');
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  });
}

/** `relays[0][index]=3&relays[0][action]=on` as an object. */
export function formIn(text: string): readonly Loose[] {
  const pairs = text.split(/[&;\n]/).flatMap((pair): [string, Loose][] => {
    const [key = '', ...value] = pair.split('=');
    return value.length === 0 ? [] : [[percentDecoded(key), readScalar(percentDecoded(value.join('=')))]];
  });
  const nested = new Map<string, [string, Loose][]>();
  for (const [key, value] of pairs) {
    const path = key.split(/[[\].]+/).filter((part) => part !== '');
    const group = path.slice(0, -1).join('/');
    nested.set(group, [...(nested.get(group) ?? []), [path.at(-1) ?? '', value]]);
  }
  const lists = [...nested]
    .filter(([group]) => group !== '')
    .map(([group, inner]): [string, Loose] => {
      const list: Loose = { kind: 'list', items: [{ kind: 'object', pairs: inner }] };
      return [group.split('/')[0] ?? '', list];
    });
  const repeated: [string, Loose][] = [...new Set(pairs.map(([key]) => key))].flatMap((key) => {
    const all = pairs.filter(([each]) => each === key).map(([, value]) => value);
    return all.length > 1 || key.endsWith('[]')
      ? [[key.replace('[]', ''), { kind: 'list', items: all }] as [string, Loose]]
      : [];
  });
  return [{ kind: 'object', pairs: [...pairs, ...lists, ...repeated] }];
}

function readScalar(text: string): Loose {
  const [inner] = /^\s*[[{]/.test(text) ? readLoosely(text) : [];
  return inner ?? { kind: 'scalar', text };
}

function partsIn(text: string): readonly Loose[] {
  const pairs = [...text.matchAll(/name="?([^"\r\n;]+)"?[^]*?\r?\n\r?\n([^]*?)\r?\n--/gi)].map(
    ([, name = '', value = '']): [string, Loose] => [name, readScalar(value)],
  );
  return pairs.length === 0 ? [] : [{ kind: 'object', pairs }];
}

export function percentDecoded(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return overlong(bytes);
}

/** UTF-8 that stands as one character for each byte, the forms that are too long included. */
function overlong(text: string): string {
  return text
    .replace(/[\u00f0-\u00f7]([\u0080-\u00bf])([\u0080-\u00bf])([\u0080-\u00bf])/g, (all) => joined(all, 7))
    .replace(/[\u00e0-\u00ef]([\u0080-\u00bf])([\u0080-\u00bf])/g, (all) => joined(all, 15))
    .replace(/[\u00c0-\u00df]([\u0080-\u00bf])/g, (all) => joined(all, 31));
}

function joined(bytes: string, mask: number): string {
  const code = [...bytes].reduce(
    (sum, byte, at) => sum * 64 + (byte.charCodeAt(0) & (at === 0 ? mask : 63)),
    0,
  );
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
