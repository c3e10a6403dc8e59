import type { Language } from '#contract/languages.ts'
import type { UploadKind } from '#contract/media/rules.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { mediaTexts } from './media-messages.ts'
import { wordsIn } from './words.ts'

export interface LossFacts {
  name: string
  email: string
  kind: UploadKind
  /** What a file is called; null for other media. */
  fileName: string | null
  /** Why it could not be prepared. */
  failure: string | null
  sentAt: Date
  isInPost: boolean
  /** The original, at least. */
  isPlayable: boolean
}

/** Tells a creator that a file of theirs is lost: they may still have it, and their post shows nothing. */
export function lossLetter(facts: LossFacts, publicUrl: string, language: Language): Letter {
  const { lost: texts, goToCheers } = textsFor(language)(mediaTexts)
  return letterTo({ name: facts.name, address: facts.email }, language, {
    why: 'page',
    subject: texts.subject[facts.kind],
    paragraphs: [
      texts.damaged[facts.kind](wordsIn(language).day(facts.sentAt)),
      facts.isInPost ? texts.inPost : texts.notInPost,
    ],
    action: { label: goToCheers, url: publicUrl },
  })
}

/**
 * Tells a creator that a file of theirs could not be prepared: nothing of it is shown, or it plays as it was uploaded.
 */
export function notPreparedLetter(facts: LossFacts, publicUrl: string, language: Language): Letter {
  const { kind } = facts
  if (kind === 'file') return fileRefusedLetter(facts, publicUrl, language)
  const { notPrepared: texts, goToCheers } = textsFor(language)(mediaTexts)
  const day = wordsIn(language).day(facts.sentAt)
  return letterTo({ name: facts.name, address: facts.email }, language, {
    why: 'page',
    subject: texts.subject[kind],
    paragraphs: facts.isPlayable
      ? [texts.noVersions[kind](day), texts.exportAgain[kind]]
      : [texts.notShown[kind](day), (facts.isInPost ? texts.inPost : texts.notInPost)[kind]],
    action: { label: goToCheers, url: publicUrl },
  })
}

/** Tells a creator that a file of theirs can't be downloaded, and why. */
function fileRefusedLetter(facts: LossFacts, publicUrl: string, language: Language): Letter {
  const { fileRefused: texts, goToCheers } = textsFor(language)(mediaTexts)
  const day = wordsIn(language).day(facts.sentAt)
  return letterTo({ name: facts.name, address: facts.email }, language, {
    why: 'page',
    subject: texts.subject,
    paragraphs: [
      texts.refused(facts.fileName ?? '', day, facts.failure ?? ''),
      facts.isInPost ? texts.inPost : texts.notInPost,
    ],
    action: { label: goToCheers, url: publicUrl },
  })
}
