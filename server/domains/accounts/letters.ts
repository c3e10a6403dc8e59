import type { Db } from '#server/platform/db/query.ts'
import { type Letter, layOut } from '#server/platform/mail/layout.ts'
import { defineMailJob, enqueueMail } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'

import { isSuspendedAddress } from './suspension-queries.ts'

/** Erased accounts keep an address that leads nowhere. */
const ERASED_ADDRESS_END = '@erased.invalid'

/** Mails a letter once the caller's transaction is committed. Every mail goes out through here. */
export async function enqueueLetter(
  db: Db,
  platform: Platform,
  letter: Letter,
  options: { isForSuspended?: boolean } = {},
): Promise<void> {
  await enqueueMail(db, platform, layOut(letter), options)
}

/** Only the suspension notice reaches suspended accounts, not even mail that was queued before it. */
async function mayReceive(db: Db, address: string): Promise<boolean> {
  return !address.endsWith(ERASED_ADDRESS_END) && !(await isSuspendedAddress(db, address))
}

export const mailJobs = [defineMailJob(mayReceive)]
