/** A list of whole numbers that takes few bytes each, however long it gets. */
export function createNumbers() {
  let values = new Float64Array(1024)
  let length = 0
  return {
    push(value: number): void {
      if (length === values.length) {
        const longer = new Float64Array(length * 2)
        longer.set(values)
        values = longer
      }
      values[length] = value
      length += 1
    },
    get length() {
      return length
    },
    at: (index: number): number => values[index] ?? 0,
  }
}

export type Numbers = ReturnType<typeof createNumbers>

/** Numbers of which many in a row are the same. */
export function createRuns() {
  const counts = createNumbers()
  const values = createNumbers()
  let count = 0
  let last = Number.NaN

  function close(): void {
    if (count === 0) return
    counts.push(count)
    values.push(last)
    count = 0
  }

  return {
    push(value: number): void {
      if (value !== last) close()
      last = value
      count += 1
    },
    /** Makes the last number larger. */
    addToLast(more: number): void {
      if (count === 0) return
      const changed = last + more
      count -= 1
      close()
      last = changed
      count = 1
    },
    /** Each run: how many, of what. */
    list(): { counts: Numbers; values: Numbers } {
      close()
      last = Number.NaN
      return { counts, values }
    },
  }
}
