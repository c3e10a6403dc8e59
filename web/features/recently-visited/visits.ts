/** The number of remembered pages in the spec. */
const VISITS_MAX = 5

export interface Visit {
  id: string
  pageHandle: string
  pageName: string
  profileImage: string | null
}

/** Newest first, each page once, the oldest beyond five forgotten. */
export function withVisit(earlier: readonly Visit[], latest: Visit): Visit[] {
  return [latest, ...earlier.filter(({ id }) => id !== latest.id)].slice(0, VISITS_MAX)
}

/** The stored list; anything unreadable counts as no visits. */
export function parseVisits(stored: string | null): Visit[] {
  if (!stored) return []
  try {
    const parsed: unknown = JSON.parse(stored)
    return Array.isArray(parsed) && parsed.every(isVisit) ? parsed.slice(0, VISITS_MAX) : []
  } catch {
    return []
  }
}

/** Hand-written: every page loads this file, and a schema would bring zod with it. */
function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false
  const { id, pageHandle, pageName, profileImage }: Partial<Record<keyof Visit, unknown>> = value
  return (
    [id, pageHandle, pageName].every((text) => typeof text === 'string') &&
    (profileImage === null || typeof profileImage === 'string')
  )
}
