/** What is asked for, without whom: `/payments/…/refund`. An id is always the second part. */
export function askedPath(path: string): string {
  const [pathname = ''] = path.split('?')
  return pathname.replace(/^(\/[^/]+)\/[^/]+/, '$1/…')
}
