/**
 * Whether PostgreSQL can store every text in a value: it takes no NUL anywhere, and no half of a surrogate pair in
 * JSON. Walks without recursion, because the value is a stranger's and may be nested without end. Looks into lists and
 * plain objects alone: anything else (such as a stream, which leads to half of the process) isn't stored.
 */
export function isStorable(value: unknown): boolean {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (!isStorableText(next)) return false
    } else if (Array.isArray(next)) {
      for (const part of next) waiting.push(part)
    } else if (typeof next === 'object' && next !== null) {
      if (!isPlain(next)) return false
      for (const [key, part] of Object.entries(next)) {
        if (!isStorableText(key)) return false
        waiting.push(part)
      }
    }
  }
  return true
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Made by `{}`, by JSON, or by the query parser, whose objects inherit from an empty one. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
