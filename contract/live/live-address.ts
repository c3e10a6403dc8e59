/** Where the live sessions of a page are. */
export function liveListPath(pageHandle: string): string {
  return `/${pageHandle}/live`
}

export function livePath(pageHandle: string, liveSessionId: string): string {
  return `${liveListPath(pageHandle)}/${liveSessionId}`
}

/** Where in the post that a session has become a moment of its recording is. */
export function chapterPath(replayPath: string, { part, second }: { part: number; second: number }): string {
  return `${replayPath}?t=${second}${part === 1 ? '' : `&part=${part}`}`
}

/** Where a creator has theirs. */
export const STUDIO_LIVE_PATH = '/studio/live'

/** Where its creator runs one. */
export function studioLivePath(liveSessionId: string): string {
  return `${STUDIO_LIVE_PATH}/${liveSessionId}`
}
