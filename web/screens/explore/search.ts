/** Pages whose name contains the typed text, ignoring case and surrounding spaces. */
export function namedLike<Page extends { pageName: string }>(
  pages: readonly Page[],
  typed: string,
): readonly Page[] {
  const wanted = typed.trim().toLowerCase()
  return wanted === '' ? pages : pages.filter(({ pageName }) => pageName.toLowerCase().includes(wanted))
}

/**
 * A search's results: already loaded pages with a matching name, at once, and below them further ones from the server.
 * While the server's answer is to an earlier search, only those that match the current text are kept.
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
