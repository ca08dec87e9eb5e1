// The token: it comes in the fragment of the link, goes into the storage of this tab, and leaves the address bar.

const KEY = 'conform-control-token';

const GIVEN = /^#token=([^&]+)/;

/** Whether the address carries one. */
export function hasToken(): boolean {
  return GIVEN.test(location.hash);
}

/** Undefined when nobody has given this tab a token. */
export function takeToken(): string | undefined {
  const given = GIVEN.exec(location.hash)?.[1];
  if (given === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.setItem(KEY, decodeURIComponent(given));
  history.replaceState(null, '', location.pathname);
  return decodeURIComponent(given);
}
