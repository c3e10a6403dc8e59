import { formatDay, formatMoment } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { plural } from '#contract/plural.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { securityMailTexts } from './security-mail-messages.ts'

interface Person {
  name: string
  email: string
}

/** What can happen to the second factors of an account. */
export type FactorChange = keyof typeof securityMailTexts.factor.subjects

function recipient({ name, email }: Person): Letter['to'] {
  return { name, address: email }
}

export function newDeviceLetter(
  person: Person,
  facts: { device: string; at: Date; notMeUrl: string },
  language: Language,
): Letter {
  const all = textsFor(language)(securityMailTexts)
  const { newDevice: texts } = all
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject(facts.device),
    paragraphs: [texts.signedIn, texts.wasMe, texts.notMe],
    rows: [
      [all.device, facts.device],
      [all.time, all.utc(formatMoment(facts.at, language))],
    ],
    action: { label: all.notMe, url: facts.notMeUrl },
    footnote: texts.footnote,
  })
}

/** `notMeUrl`: of the first factor; whoever added it may have been somebody else, and has locked the owner out. */
export function factorLetter(
  person: Person,
  facts: { change: FactorChange; notMeUrl: string | null; securityUrl: string; operatorEmail: string },
  language: Language,
): Letter {
  const all = textsFor(language)(securityMailTexts)
  const { factor: texts } = all
  const { change, notMeUrl, operatorEmail } = facts
  const hasCodes = change === 'codes-made' || notMeUrl !== null
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subjects[change],
    addresses: [operatorEmail],
    paragraphs: [
      texts.changes[change],
      ...(hasCodes ? [texts.keepCodes] : []),
      ...(notMeUrl === null ? [] : [texts.undo]),
    ],
    action:
      notMeUrl === null
        ? { label: texts.openSecurity, url: facts.securityUrl }
        : { label: all.notMe, url: notMeUrl },
    ...(notMeUrl === null ? { footnote: texts.notYou(operatorEmail) } : {}),
  })
}

export function recoveryCodeLetter(
  person: Person,
  facts: { left: number; securityUrl: string; operatorEmail: string },
  language: Language,
): Letter {
  const { recoveryCode: texts, factor } = textsFor(language)(securityMailTexts)
  const { left, operatorEmail } = facts
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    addresses: [operatorEmail],
    paragraphs: [left === 0 ? texts.used.none : plural(left, texts.used), texts.replace],
    action: { label: factor.openSecurity, url: facts.securityUrl },
    footnote: factor.notYou(operatorEmail),
  })
}

/** Proves who they are for people who sign in with Google alone and have no second factor. */
export function proofCodeLetter(person: Person, code: string, language: Language): Letter {
  const { proofCode: texts, codeLabel } = textsFor(language)(securityMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.enter],
    rows: [[codeLabel, code]],
    footnote: texts.footnote,
  })
}

/** To the old address or the new one, which is in `person`. */
export function confirmEmailLetter(
  person: Person,
  facts: { isOld: boolean; newEmail: string; url: string },
  language: Language,
): Letter {
  const { emailChange: texts, newAddress } = textsFor(language)(securityMailTexts)
  const { isOld, newEmail, url } = facts
  return letterTo(recipient(person), language, {
    why: isOld ? 'account' : 'address',
    subject: isOld ? texts.subjectOld : texts.subjectNew,
    addresses: [newEmail],
    paragraphs: [isOld ? texts.fromOld : texts.fromNew(person.name), texts.both],
    rows: [[newAddress, newEmail]],
    action: { label: texts.confirm, url },
    footnote: isOld ? texts.footnoteOld : texts.footnoteNew,
  })
}

/** To the owner of an address that somebody else wants for their account. */
export function emailTakenLetter(owner: Person, language: Language): Letter {
  const { emailChange: texts } = textsFor(language)(securityMailTexts)
  return letterTo(recipient(owner), language, {
    why: 'address',
    subject: texts.subjectTaken,
    paragraphs: [texts.taken],
    footnote: texts.footnoteTaken,
  })
}

/** To the old address. */
export function emailChangedLetter(
  person: Person,
  facts: { newEmail: string; undoUrl: string; undoUntil: Date },
  language: Language,
): Letter {
  const { emailChanged: texts } = textsFor(language)(securityMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subjectOld,
    addresses: [facts.newEmail],
    paragraphs: [texts.changed(facts.newEmail), texts.undo(formatDay(facts.undoUntil, language))],
    action: { label: texts.takeBack, url: facts.undoUrl },
  })
}

/** To the new address. */
export function emailWelcomeLetter(person: Person, facts: { loginUrl: string }, language: Language): Letter {
  const { emailChanged: texts, lostFactors } = textsFor(language)(securityMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subjectNew,
    paragraphs: [texts.welcome],
    action: { label: lostFactors.logIn, url: facts.loginUrl },
  })
}

/** The first mail and the second one of three. */
export function lostFactorsLetter(
  person: Person,
  facts: { dueAt: Date; isReminder: boolean; keepUrl: string },
  language: Language,
): Letter {
  const { lostFactors: texts } = textsFor(language)(securityMailTexts)
  const day = formatDay(facts.dueAt, language)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: facts.isReminder ? texts.reminderSubject(day) : texts.subject(day),
    paragraphs: [texts.asked(day), texts.wait, texts.notYou],
    action: { label: texts.keep, url: facts.keepUrl },
  })
}

/** The third. */
export function factorsRemovedLetter(
  person: Person,
  facts: { loginUrl: string },
  language: Language,
): Letter {
  const { lostFactors: texts } = textsFor(language)(securityMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.removedSubject,
    paragraphs: [texts.removed, texts.next],
    action: { label: texts.logIn, url: facts.loginUrl },
  })
}
