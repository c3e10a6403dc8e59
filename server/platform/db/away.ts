import { DatabaseError } from 'pg'

/**
 * What a server says that can't work for anybody at the moment: its connections broke (08) or it has no room (53), it fails
 * itself (58), ends or starts (57P), or is a standby by now (25006).
 */
const STATES_OF_ABSENCE = ['08', '53', '58', '57P', '25006']

/** Parts of what the library says when a connection can't be had, broke, or doesn't answer. */
const WORDS_OF_ABSENCE = ['onnection terminated', 'onnection error', 'was closed', 'timeout']

/**
 * Whether a statement failed because the database is away, and not because of what was asked. It may have been done all the
 * same: its answer may be what was lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (error instanceof DatabaseError) return STATES_OF_ABSENCE.some((state) => code?.startsWith(state))
  // The operating system's, such as ECONNREFUSED; Node's own are called ERR_….
  if (code !== null) return code.startsWith('E') && !code.startsWith('ERR_')
  return error.name === 'Error' && WORDS_OF_ABSENCE.some((words) => error.message.includes(words))
}
