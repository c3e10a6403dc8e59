import { mediaMessages } from '#contract/media/messages.ts'
import { Failure } from '#server/platform/failure.ts'
import { TaskFailed } from '#server/platform/process-pool/task.ts'
import { isDiskFull, StorageFull } from '#server/platform/storage/storage.ts'

import { NotMade } from './made-file.ts'

/** What its owner is told when it is the file's fault that it could not be prepared; null when it is ours. */
export function faultOfFile(error: unknown): string | null {
  if (error instanceof NotMade) return mediaMessages.notPrepared
  if (error instanceof TaskFailed && error.errorName === 'MediaUnreadable') return mediaMessages.notPrepared
  return error instanceof Failure ? error.message : null
}

/** Codes of the operating system and of PostgreSQL for what is over after a while. */
const PASSING =
  /^(?:ECONN\w+|ETIMEDOUT|EPIPE|EAI_AGAIN|ENETUNREACH|EMFILE|ENFILE|ENOSPC|EDQUOT|08\w{3}|40\w{3}|53\w{3}|57P\w{2})$/

/** Whether something else was out of order for a while, a disk, a store or the database: then no medium is to blame. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StorageFull || isDiskFull(error)) return true
  if (!(error instanceof Error)) return false
  if (error.name.startsWith('S3') || error.message === 'fetch failed') return true
  return 'code' in error && typeof error.code === 'string' && PASSING.test(error.code)
}
