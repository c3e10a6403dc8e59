import { randomBytes } from 'node:crypto'

/**
 * A UUID version 7 (RFC 9562): sortable by the time it was made, so a primary key is also the order of a list. Made
 * here rather than in SQL because PostgreSQL before 18 has no uuidv7(). Never a secret: its random part is not the
 * point.
 */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Eight random characters that make a name unique, for people to read: no look-alikes. */
export function newSuffix(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
}
