import { formatDay } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'
import { hasWebAddress } from '#contract/web-addresses.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { accountMailTexts } from './mail-messages.ts'

interface Person {
  name: string
  email: string
}

function recipient({ name, email }: Person): Letter['to'] {
  return { name, address: email }
}

/** A username as it is, dots and all, unless it was chosen to look like a web address. */
function ownUsername({ username }: { username: string }): Pick<Letter, 'addresses'> {
  return hasWebAddress(username) ? {} : { addresses: [`@${username}`] }
}

export function activationLetter(
  person: Person & { username: string },
  { url, code }: { url: string; code: string },
  language: Language,
): Letter {
  const { activation: texts, code: label } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    ...ownUsername(person),
    paragraphs: [texts.welcome(person.username), texts.howTo],
    rows: [[label, code]],
    action: { label: texts.activate, url },
    footnote: texts.footnote,
  })
}

/** After a second registration for an address that was never activated. */
export function choosePasswordLetter(
  person: Person & { username: string },
  url: string,
  language: Language,
): Letter {
  const { choosePassword: texts } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    ...ownUsername(person),
    paragraphs: [texts.chooseNow, texts.account(person.username)],
    action: { label: texts.choose, url },
    footnote: texts.footnote,
  })
}

export function alreadyRegisteredLetter(
  person: Person,
  urls: { login: string; forgot: string },
  language: Language,
): Letter {
  const { alreadyRegistered: texts, logIn } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    addresses: [urls.forgot],
    paragraphs: [texts.nothingChanged, texts.forgot(urls.forgot)],
    action: { label: logIn, url: urls.login },
    footnote: texts.footnote,
  })
}

export function passwordResetLetter(person: Person, url: string, language: Language): Letter {
  const { passwordReset: texts } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.follow],
    action: { label: texts.choose, url },
    footnote: texts.footnote,
  })
}

export function passwordChangedLetter(person: Person, forgotUrl: string, language: Language): Letter {
  const { passwordChanged: texts, passwordReset } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.changed, texts.notYou],
    action: { label: passwordReset.choose, url: forgotUrl },
  })
}

export function firstPasswordLetter(person: Person, forgotUrl: string, language: Language): Letter {
  const { firstPassword: texts, passwordChanged, passwordReset } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.set, passwordChanged.notYou],
    action: { label: passwordReset.choose, url: forgotUrl },
  })
}

/** Proves a first password for users who sign in with Google alone. */
export function passwordCodeLetter(person: Person, code: string, language: Language): Letter {
  const { passwordCode: texts, code: label } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.enter],
    rows: [[label, code]],
    footnote: texts.footnote,
  })
}

/** After an activation that came so late that someone else has the username. */
export function usernameLetter(
  person: Person & { username: string },
  settingsUrl: string,
  language: Language,
): Letter {
  const { username: texts } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject(person.username),
    ...ownUsername(person),
    paragraphs: [texts.taken(person.username)],
    action: { label: texts.openSettings, url: settingsUrl },
  })
}

/** Proves a deletion for users who sign in with Google alone. */
export function deletionCodeLetter(person: Person, code: string, language: Language): Letter {
  const { deletionCode: texts, code: label } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.enter],
    rows: [[label, code]],
    footnote: texts.footnote,
  })
}

export function deletionLetter(
  person: Person,
  facts: { dueAt: Date; hasPage: boolean; loginUrl: string; operatorEmail: string },
  language: Language,
): Letter {
  const { deletion: texts, logIn } = textsFor(language)(accountMailTexts)
  const day = formatDay(facts.dueAt, language)
  const ofPage = facts.hasPage ? [texts.pageClosed(day), texts.lastPayout(facts.operatorEmail)] : []
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject(day),
    addresses: [facts.operatorEmail],
    paragraphs: [texts.asked(day), ...ofPage, texts.undo(String(DELETION_UNDO_DAYS))],
    action: { label: logIn, url: facts.loginUrl },
    footnote: texts.footnote,
  })
}

export function keptLetter(
  person: Person,
  facts: { subscriptionsUrl: string; hasPage: boolean },
  language: Language,
): Letter {
  const { kept: texts } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.welcomeBack, texts.memberships, ...(facts.hasPage ? [texts.page] : [])],
    action: { label: texts.seeSubscriptions, url: facts.subscriptionsUrl },
  })
}

export function erasedLetter(person: Person, language: Language): Letter {
  const { erased: texts } = textsFor(language)(accountMailTexts)
  return letterTo(recipient(person), language, {
    why: 'account',
    subject: texts.subject,
    paragraphs: [texts.deleted, texts.thanks],
  })
}
