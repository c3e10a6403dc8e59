import type { Db } from '#server/platform/db/query.ts'
import { type Letter, layOut } from '#server/platform/mail/layout.ts'
import type { Platform } from '#server/platform/platform.ts'

import { isSuspendedAddress } from './suspension-queries.ts'

/** Whoever was erased has an address that leads nowhere. */
const ERASED_ADDRESS_END = '@erased.invalid'

/**
 * Mails a letter, unless the account it is for is erased or suspended: what was queued for them before is dropped, and
 * nothing but the notice of the suspension reaches them. Every mail but that notice goes out through here. Rejects when
 * the mail server does not take it; the caller's job tries again.
 */
export async function sendLetter(db: Db, platform: Platform, letter: Letter): Promise<void> {
  if (letter.to.address.endsWith(ERASED_ADDRESS_END)) return
  if (await isSuspendedAddress(db, letter.to.address)) return
  await platform.mailer.send(layOut(letter))
}
