import { DatabaseError } from 'pg'

/**
 * What a server says that can't work for anybody at the moment: its connections broke (08) or it has no room (53), it fails
 * itself (58), ends or starts (57P), or is a standby by now (25006).
 */
const STATES_OF_ABSENCE = ['08', '53', '58', '57P', '25006']

/**
 * Whether a statement failed because the database is away, and not because of what was asked. It may have been done all the
 * same: its answer may be what was lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Without a state of SQL it is the connection's: refused, reset, timed out, ended.
  if (!(error instanceof DatabaseError)) return !(error instanceof TypeError)
  return STATES_OF_ABSENCE.some((state) => error.code?.startsWith(state))
}
