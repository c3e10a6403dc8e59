/** What somebody searched for is not for search engines: see `pageHeadFacts`, `indexedPaths`. */
export const SEARCH_PATH = '/search'

/** The results of a search; `page`: only posts of the page with this handle. */
export function searchPath(search: { q: string; in?: 'posts'; page?: string }): string {
  return `${SEARCH_PATH}?${new URLSearchParams(search).toString()}`
}
