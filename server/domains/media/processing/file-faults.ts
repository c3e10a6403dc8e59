import { mediaMessages } from '#contract/media/messages.ts'
import { ScannerUnavailable } from '#server/platform/clamd/scan.ts'
import { Failure } from '#server/platform/failure.ts'
import { TaskFailed } from '#server/platform/process-pool/task.ts'
import { isDiskFull, StorageFull } from '#server/platform/storage/storage.ts'

import { NotMade } from './made-file.ts'

/** The message to its owner when the file is at fault; null when we are. */
export function faultOfFile(error: unknown): string | null {
  if (error instanceof NotMade) return mediaMessages.notPrepared
  if (error instanceof TaskFailed && error.errorName === 'MediaUnreadable') return mediaMessages.notPrepared
  return error instanceof Failure ? error.message : null
}

/** Codes of the operating system and of PostgreSQL for faults that pass. */
const PASSING =
  /^(?:ECONN\w+|ETIMEDOUT|EPIPE|EAI_AGAIN|ENETUNREACH|EMFILE|ENFILE|ENOSPC|EDQUOT|08\w{3}|40\w{3}|53\w{3}|57P\w{2})$/

/** Whether a disk, a store, the virus scanner or the database was out of order for a while: then no medium is to blame. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StorageFull || error instanceof ScannerUnavailable || isDiskFull(error)) return true
  if (!(error instanceof Error)) return false
  if (error.name.startsWith('S3') || error.message === 'fetch failed') return true
  return 'code' in error && typeof error.code === 'string' && PASSING.test(error.code)
}
