import * as z from 'zod/mini'

/** The spec's number of pages that are remembered. */
export const VISITS_MAX = 5

const visit = z.object({
  id: z.string(),
  pageHandle: z.string(),
  pageName: z.string(),
  profileImage: z.nullable(z.string()),
})
export type Visit = z.infer<typeof visit>

const visits = z.array(visit)

/** Newest first, each page once, the oldest beyond five forgotten. */
export function withVisit(earlier: readonly Visit[], latest: Visit): Visit[] {
  return [latest, ...earlier.filter(({ id }) => id !== latest.id)].slice(0, VISITS_MAX)
}

/** What storage held; anything unreadable counts as nothing visited. */
export function parseVisits(stored: string | null): Visit[] {
  if (!stored) return []
  try {
    const parsed = visits.safeParse(JSON.parse(stored))
    return parsed.success ? parsed.data.slice(0, VISITS_MAX) : []
  } catch {
    return []
  }
}
