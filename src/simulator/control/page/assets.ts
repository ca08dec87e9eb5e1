// The files of the page, as the control plane serves them: to anybody of this machine, since nothing in them is a
// secret and nothing in them works without the token.
export interface PageAsset {
  readonly contentType: string;
  readonly text: string;
}

/** By path, `/` first. */
export type PageAssets = ReadonlyMap<string, PageAsset>;

/** No script but the page's own, nothing of any other origin, and no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Undefined when the request is for no file of the page. */
export function assetFor(
  assets: PageAssets | undefined,
  method: string | undefined,
  target: string | undefined,
): PageAsset | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  return assets?.get((target ?? '').split('?', 1)[0] ?? '');
}
