import type { Language } from '#contract/languages.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { heldBackTexts } from './held-back-messages.ts'

export interface HeldBackFacts {
  name: string
  email: string
  handle: string
  postId: string
  title: string | null
}

/** Tells a creator that a scheduled post did not go out, because a plan it was for is no longer offered. */
export function heldBackLetter(facts: HeldBackFacts, publicUrl: string, language: Language): Letter {
  const texts = textsFor(language)(heldBackTexts)
  return letterTo({ name: facts.name, address: facts.email }, language, {
    why: 'page',
    subject: texts.subject,
    paragraphs: [facts.title === null ? texts.untitled : texts.titled(facts.title), texts.chooseAgain],
    action: { label: texts.open, url: `${publicUrl}/${facts.handle}/write/${facts.postId}` },
  })
}
