import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'

import { enqueueLetter, type WriteLetter } from './letters.ts'

/*
 * Mails that anyone can cause to an address by filling in a form. Each kind has an allowance of its own, so that nobody
 * uses up the links that somebody needs to get in. Whoever has to wait for one of those has one that works: a link works
 * for an hour or longer.
 */
const LINKS = {
  activate: { name: 'activation-links', points: 5, windowSeconds: 3600 },
  reset: { name: 'reset-links', points: 5, windowSeconds: 3600 },
  /** Asked for where the account has been signed in to. */
  'own-reset': { name: 'own-reset-links', points: 5, windowSeconds: 3600 },
  /** Of an alarm, which has just deleted the links that were there. */
  alarm: { name: 'alarm-links', points: 5, windowSeconds: 3600 },
} satisfies Record<string, Limit>
/** All others together. */
const FORM_MAILS: Limit = { name: 'form-mails', points: 5, windowSeconds: 3600 }
/** Repeating the same notice helps nobody. */
const NOTICES: Limit = { name: 'form-notices', points: 2, windowSeconds: 3600 }

/** A link to get into an account, a notice, or anything else. */
type FormMail = { link: keyof typeof LINKS; isProven: boolean } | 'notice' | 'other'

/** One mailbox behind many spellings: tags after a plus reach it everywhere, dots at Google don't matter. */
export function recipientKey(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [plain = ''] = name.split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/**
 * The links of an address are its own where it was proved, or is spelled as its mailbox is called; all other spellings
 * together have one allowance. Otherwise strangers' spellings would use up its links.
 */
function linksKey(email: string, isProven: boolean): string {
  const [address, mailbox] = [email.toLowerCase(), recipientKey(email)]
  return isProven || address === mailbox ? address : `other spellings of ${mailbox}`
}

function allowancesOf(email: string, mail: FormMail): { limit: Limit; key: string }[] {
  if (typeof mail === 'object') return [{ limit: LINKS[mail.link], key: linksKey(email, mail.isProven) }]
  const key = recipientKey(email)
  return (mail === 'notice' ? [NOTICES, FORM_MAILS] : [FORM_MAILS]).map((limit) => ({ limit, key }))
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
  { mail = 'other', write }: { mail?: FormMail; write: () => WriteLetter | Promise<WriteLetter> },
): Promise<void> {
  const { limits } = platform
  const counted: ReturnType<typeof allowancesOf> = []
  try {
    for (const allowance of allowancesOf(email, mail)) {
      await limits.consume(allowance.limit, allowance.key)
      counted.push(allowance)
    }
  } catch (error) {
    if (error instanceof Failure) return
    throw error
  }
  try {
    await enqueueLetter(db, platform, await write())
  } catch (error) {
    // The job is retried later, and still counts as one mail.
    for (const { limit, key } of counted) await limits.giveBack(limit, key)
    throw error
  }
}
