/**
 * Whether a rendered page may be kept under this path. A post is found by its id and by its slug in any case, a
 * collection by its slug in any case, and so are endless addresses: only the one that the canonical link names is worth
 * keeping. `shown`: the post or collection of the page.
 */
export function isOwnAddress(pathname: string, shown: { path: string } | undefined): boolean {
  return shown === undefined || shown.path === pathname
}
