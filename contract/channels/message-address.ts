const MARK = '#message-'

/** A message's own address, below that of the place it stands in. */
export function messageAddress(path: string, seq: number): string {
  return `${path}${MARK}${seq}`
}

/** The message that an address leads to; null: none. */
export function linkedIn(hash: string): number | null {
  const number = hash.startsWith(MARK) ? hash.slice(MARK.length) : ''
  return /^\d{1,9}$/.test(number) ? Number(number) : null
}
