import type { Language } from '#contract/languages.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { followMailTexts } from './mail-messages.ts'

/** To somebody who has no account yet, and therefore no name to be greeted by. */
export function confirmFollowLetter(
  { email, pageName }: { email: string; pageName: string },
  url: string,
  language: Language,
): Letter {
  const { confirm: texts, greeting } = textsFor(language)(followMailTexts)
  return {
    to: { name: '', address: email },
    greeting,
    why: 'address',
    subject: texts.subject(pageName),
    paragraphs: [texts.oneStep(pageName)],
    action: { label: texts.finish, url },
    footnote: texts.footnote,
  }
}

/** To the owner of an account; the link signs nobody in by itself. */
export function logInToFollowLetter(
  person: { name: string; email: string; pageName: string },
  url: string,
  language: Language,
): Letter {
  const { logIn: texts } = textsFor(language)(followMailTexts)
  return letterTo({ name: person.name, address: person.email }, language, {
    why: 'address',
    subject: texts.subject(person.pageName),
    paragraphs: [texts.hasAccount(person.pageName)],
    action: { label: texts.action, url },
    footnote: texts.footnote,
  })
}
