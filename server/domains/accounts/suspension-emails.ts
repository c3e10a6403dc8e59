import { formatDay } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { accountMailTexts } from './mail-messages.ts'

interface Suspect {
  name: string
  email: string
  /** null: they have no page. */
  pageName: string | null
}

/** Tells a user that their account is suspended, why, and what follows. */
export function suspendedLetter(
  suspect: Suspect,
  facts: { reason: string; returnedAt: Date; operatorEmail: string },
  language: Language,
): Letter {
  const { suspended: texts, reason } = textsFor(language)(accountMailTexts)
  const ofPage =
    suspect.pageName === null
      ? []
      : [texts.pageHidden(suspect.pageName), texts.otherwise(formatDay(facts.returnedAt, language))]
  return letterTo({ name: suspect.name, address: suspect.email }, language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.signedOut, ...ofPage, texts.memberships],
    rows: [[reason, facts.reason]],
    footnote: texts.mistake(facts.operatorEmail),
    addresses: [facts.operatorEmail],
  })
}

/** Tells a user that their account is open again. */
export function reinstatedLetter(suspect: Suspect, facts: { loginUrl: string }, language: Language): Letter {
  const { reinstated: texts, logIn } = textsFor(language)(accountMailTexts)
  return letterTo({ name: suspect.name, address: suspect.email }, language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [
      texts.lifted,
      ...(suspect.pageName === null ? [] : [texts.pageShown(suspect.pageName)]),
      texts.memberships,
    ],
    action: { label: logIn, url: facts.loginUrl },
  })
}
