export type RangeAnswer =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  /** None of the requested bytes exist: 416. */
  | { kind: 'unsatisfiable' }

/**
 * Parses a Range header for `sizeBytes` bytes (RFC 9110, section 14); both ends are included. One range is answered;
 * several, or unreadable ones, are answered with the whole, so that no request costs more than that.
 */
export function readRange(header: string | undefined, sizeBytes: number): RangeAnswer {
  const [, first, last] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') {
    const wanted = Math.min(Number(last), sizeBytes)
    return wanted === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: sizeBytes - wanted, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= sizeBytes) return { kind: 'unsatisfiable' }
  return { kind: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}
