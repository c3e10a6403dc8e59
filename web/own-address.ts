/**
 * Whether a rendered page may be kept under this path. A post is found by its id and by its slug in any case, and so are
 * endless addresses: only the one that its canonical link names is worth keeping. `post`: the one the page shows.
 */
export function isOwnAddress(pathname: string, post: { path: string } | undefined): boolean {
  return post === undefined || post.path === pathname
}
