import fs from 'node:fs'

import { giveTo, type ClusterLocation } from './embedded-location.ts'

const ROTATE_AT_BYTES = 5 * 1024 * 1024
const TAIL_BYTES = 4096
const TAIL_LINES = 12

export interface ServerLog {
  /** For the server's output. */
  fd: number
  close(): void
  /** The last lines written since the log was opened, also after `close`. */
  tail(): string
  /** Completes the name of a failure with a remedy and the last lines. */
  explain(failure: string): string
}

/** Opens `postgresql.log` for appending, after moving a large one to `postgresql.log.1`. */
export function openServerLog({ logFile, account }: ClusterLocation): ServerLog {
  const former = fs.statSync(logFile, { throwIfNoEntry: false })
  if (former && former.size > ROTATE_AT_BYTES) fs.renameSync(logFile, `${logFile}.1`)
  const fd = fs.openSync(logFile, 'a', 0o600)
  giveTo(logFile, account)
  const begin = fs.fstatSync(fd).size
  const tail = (): string => readTail(logFile, begin)
  return {
    fd,
    close: () => fs.closeSync(fd),
    tail,
    explain: (failure) =>
      `${failure}: mend what the end of ${logFile} names and start again, or set DATABASE_URL.\n${tail()}`,
  }
}

function readTail(logFile: string, begin: number): string {
  let bytes: Buffer
  try {
    bytes = fs.readFileSync(logFile)
  } catch {
    return 'The log file is missing.'
  }
  const from = Math.max(begin, bytes.length - TAIL_BYTES)
  return bytes.subarray(from).toString().trim().split('\n').slice(-TAIL_LINES).join('\n')
}
