import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'

import { enqueueLetter, type WriteLetter } from './letters.ts'

/**
 * Mails that anyone can cause to an address by filling in a form, all forms together. A link in them works for an hour
 * or longer, so a user who has to wait has one that works.
 */
export const FORM_MAILS: Limit = { name: 'form-mails', points: 5, windowSeconds: 3600 }
/** Repeating the same notice helps nobody, and must not use up the room for a link to a new password. */
const NOTICES: Limit = { name: 'form-notices', points: 2, windowSeconds: 3600 }

/** One mailbox behind many spellings: tags after a plus reach it everywhere, dots at Google don't matter. */
export function recipientKey(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [plain = ''] = name.split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/**
 * Mails the result of a form, unless its recipient had enough of that lately. Then nothing is written and nobody learns
 * of it: the form has answered as it always does. `write` makes the link, so that an unsent mail leaves earlier links
 * working.
 */
export async function sendFormMail(
  db: Db,
  platform: Platform,
  email: string,
  { isNotice = false, write }: { isNotice?: boolean; write: () => WriteLetter | Promise<WriteLetter> },
): Promise<void> {
  const { limits } = platform
  const key = recipientKey(email)
  const counted: Limit[] = []
  try {
    for (const limit of isNotice ? [NOTICES, FORM_MAILS] : [FORM_MAILS]) {
      await limits.consume(limit, key)
      counted.push(limit)
    }
  } catch (error) {
    if (error instanceof Failure) return
    throw error
  }
  try {
    await enqueueLetter(db, platform, await write())
  } catch (error) {
    // The job is retried later, and still counts as one mail.
    for (const limit of counted) await limits.giveBack(limit, key)
    throw error
  }
}
