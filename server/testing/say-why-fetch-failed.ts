/*
 * "fetch failed" alone is no help: the reason is only in the error's cause, and the list of failed tests at the end of
 * a run shows messages.
 */
const plainFetch = globalThis.fetch

/** Test files share their process, and this is read for each of them. */
const marked = globalThis as { isFetchSayingWhy?: true }

if (!marked.isFetchSayingWhy) {
  marked.isFetchSayingWhy = true
  globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
    try {
      return await plainFetch(...args)
    } catch (error) {
      if (error instanceof TypeError && error.cause instanceof Error)
        error.message += `: ${String(error.cause)}`
      throw error
    }
  }
}
