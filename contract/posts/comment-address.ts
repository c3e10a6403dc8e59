const MARK = '#comment-'

/** The address of one comment on its post's page. */
export function commentAddress(postPath: string, seq: number): string {
  return `${postPath}${MARK}${seq}`
}

/** The comment that an address leads to; null: none. */
export function commentIn(hash: string): number | null {
  const number = hash.startsWith(MARK) ? hash.slice(MARK.length) : ''
  return /^\d{1,9}$/.test(number) ? Number(number) : null
}
