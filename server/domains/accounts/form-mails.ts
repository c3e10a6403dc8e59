import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Letter } from '#server/platform/mail/layout.ts'
import type { Platform } from '#server/platform/platform.ts'

import { sendLetter } from './letters.ts'

/**
 * Mails that anybody can have sent to an address by filling in a form, all forms together. A link in them works for an
 * hour or longer, so whoever waits has one that works.
 */
export const FORM_MAILS: Limit = { name: 'form-mails', points: 5, windowSeconds: 3600 }
/** The same news again helps nobody, and must not use up what a link to a new password needs. */
const NOTICES: Limit = { name: 'form-notices', points: 2, windowSeconds: 3600 }

/** One mailbox behind many spellings: tags after a plus reach it everywhere, dots at Google do not matter. */
export function recipientKey(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [plain = ''] = name.split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/**
 * Mails what a form asked for, unless its recipient had enough of that lately. Then nothing is written and nobody is
 * told: the form has answered as it always does. `write` makes the link, so that a mail that is not sent leaves the
 * links before it working.
 */
export async function sendFormMail(
  db: Db,
  platform: Platform,
  email: string,
  { isNotice = false, write }: { isNotice?: boolean; write: () => Letter | Promise<Letter> },
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
    await sendLetter(db, platform, await write())
  } catch (error) {
    // It is tried again later, and is one mail all the same.
    for (const limit of counted) await limits.giveBack(limit, key)
    throw error
  }
}
