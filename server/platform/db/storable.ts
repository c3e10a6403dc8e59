/**
 * Whether PostgreSQL can keep every text in a value: it takes no NUL anywhere, and no half of a surrogate pair in
 * JSON. Walks without recursion, because the value is a stranger's and may be nested without end.
 */
export function isStorable(value: unknown): boolean {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (next.includes('\0') || !next.isWellFormed()) return false
    } else if (typeof next === 'object' && next !== null) {
      for (const part of Object.values(next)) waiting.push(part)
    }
  }
  return true
}
