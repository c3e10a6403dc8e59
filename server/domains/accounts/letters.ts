import { setImmediate } from 'node:timers/promises'

import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type Letter, layOut } from '#server/platform/mail/layout.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { defineMailJob, enqueueMail, enqueueMails } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findLanguageOfAddress, listLanguagesOfAddresses } from './language-queries.ts'
import { isSuspendedAddress } from './suspension-queries.ts'

/** Erased accounts keep an address that leads nowhere. */
const ERASED_ADDRESS_END = '@erased.invalid'

/** Writes a letter in a language; null: there is nothing to say. */
export type WriteLetter = (language: Language) => Letter | null

/**
 * Mails a letter, in the language of its recipient, once the caller's transaction is committed. Every mail goes out
 * through here.
 */
export async function enqueueLetter(
  db: Db,
  platform: Platform,
  write: WriteLetter,
  options: { isForSuspended?: boolean } = {},
): Promise<void> {
  // Whom it goes to is the same in every language.
  const english = write('en')
  if (english === null) return
  const language = await findLanguageOfAddress(db, english.to.address)
  const letter = language === 'en' ? english : (write(language) ?? english)
  await enqueueMail(db, platform, layOut(letter, language), options)
}

/** The same for letters of news to many people: a few statements, however many they are. */
export async function enqueueLetters(
  db: Db,
  platform: Platform,
  letters: readonly { address: string; write: (language: Language) => Letter }[],
): Promise<void> {
  const languages = await listLanguagesOfAddresses(
    db,
    letters.map(({ address }) => address),
  )
  const mails: Mail[] = []
  for (const { address, write } of letters) {
    const language = languages.get(address.toLowerCase()) ?? 'en'
    mails.push(layOut(write(language), language))
    // Each takes a millisecond; calls that came meanwhile are answered in between.
    await setImmediate()
  }
  await enqueueMails(db, platform, mails)
}

/** Only the suspension notice reaches suspended accounts, not even mail that was queued before it. */
async function mayReceive(db: Db, address: string): Promise<boolean> {
  return !address.endsWith(ERASED_ADDRESS_END) && !(await isSuspendedAddress(db, address))
}

export const mailJobs = [defineMailJob(mayReceive)]
