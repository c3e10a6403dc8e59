/** A map of limited size that forgets what wasn't asked for the longest. */
export function createRemembered<Value>(limits: { max: number; sizeOf?: (value: Value) => number }) {
  const { max, sizeOf = () => 1 } = limits
  const values = new Map<string, Value>()
  let size = 0

  function forget(key: string): void {
    const value = values.get(key)
    if (value === undefined) return
    values.delete(key)
    size -= sizeOf(value)
  }

  return {
    get(key: string): Value | null {
      const value = values.get(key)
      if (value === undefined) return null
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key: string, value: Value): void {
      forget(key)
      values.set(key, value)
      size += sizeOf(value)
      for (const oldest of values.keys()) {
        if (size <= max) break
        forget(oldest)
      }
    },
    forget,
    /** Forgets every key of which this holds. Looks at all of them. */
    forgetWhere(holds: (key: string) => boolean): void {
      for (const key of values.keys()) if (holds(key)) forget(key)
    },
  }
}
