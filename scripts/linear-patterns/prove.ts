import { checkSync } from 'recheck'

import type { Pattern } from './find-patterns.ts'

/** A pattern that can't be decided in a minute is better written as two. */
const TIMEOUT_MS = 60_000

/**
 * Why a pattern may take more than linear time on some text, including the time to find where it begins; null when it
 * is proved that it doesn't. Lookarounds and back-references can't be proved, and count as a reason.
 */
export function findSlowness({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  // The backend that runs here, in JavaScript: it downloads nothing and starts nothing.
  process.env['RECHECK_BACKEND'] = 'pure'
  const found = checkSync(source, flags, { checker: 'automaton', timeout: TIMEOUT_MS })
  if (found.status === 'safe') return null
  if (found.status === 'vulnerable') return found.complexity.summary
  return `not proved: ${found.error.kind}`
}

/** A pattern's form in the list of proved ones. */
export function written({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  return `/${source}/${flags}`
}
