/** Where the live sessions of a page are. */
export function liveListPath(pageHandle: string): string {
  return `/${pageHandle}/live`
}

export function livePath(pageHandle: string, liveSessionId: string): string {
  return `${liveListPath(pageHandle)}/${liveSessionId}`
}

/** Where its creator runs one. */
export function studioLivePath(liveSessionId: string): string {
  return `/studio/live/${liveSessionId}`
}
