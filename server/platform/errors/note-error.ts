import type { LaterRows } from '../db/write-behind.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import { describeError, fingerprintOf } from './describe-error.ts'
import { type SeenError, writeSeenErrors } from './queries.ts'
import { RELEASE } from './release.ts'

const seenErrors: LaterRows<SeenError> = {
  name: 'errors',
  // Each counts.
  keyOf: ({ id }) => id,
  write: (db, rows) => writeSeenErrors(db, rows),
}

/** Notes an error that nobody expected, for the console. It is written a moment later, with others. */
export function noteError(
  { writeBehind, clock }: Pick<Platform, 'writeBehind' | 'clock'>,
  error: unknown,
  { source, place, reference }: Pick<SeenError, 'source' | 'place' | 'reference'>,
): void {
  const described = describeError(error)
  const at = clock.now()
  writeBehind.add(seenErrors, {
    id: newId(at),
    fingerprint: fingerprintOf(source, place, described),
    source,
    place,
    ...described,
    reference,
    release: RELEASE,
    at,
  })
}
