/** Those whose page name holds what was typed, ignoring case and the space around it. */
export function namedLike<Page extends { pageName: string }>(
  pages: readonly Page[],
  typed: string,
): readonly Page[] {
  const wanted = typed.trim().toLowerCase()
  return wanted === '' ? pages : pages.filter(({ pageName }) => pageName.toLowerCase().includes(wanted))
}

/**
 * What a search shows: pages at hand with such a name, at once, and below them what the server found beyond. While the
 * server's answer is to an earlier search, only those of it stay that fit what is typed now.
 */
export function mergeFound<Page extends { _id: string; pageName: string; headline: string }>(
  atHand: readonly Page[],
  fromServer: readonly Page[],
  { typed, isServerUpToDate }: { typed: string; isServerUpToDate: boolean },
): readonly Page[] {
  const named = namedLike(atHand, typed)
  const known = new Set(named.map(({ _id }) => _id))
  const wanted = typed.trim().toLowerCase()
  const fits = ({ pageName, headline }: Page) => `${pageName}\n${headline}`.toLowerCase().includes(wanted)
  return [...named, ...fromServer.filter((page) => !known.has(page._id) && (isServerUpToDate || fits(page)))]
}
