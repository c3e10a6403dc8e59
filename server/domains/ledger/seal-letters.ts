import { formatDay } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { type Letter, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { sealMailTexts } from './messages.ts'

/** Gives the operator the newest seal of the ledger to keep. `day`: as the seals name it, such as "2026-03-31". */
export function sealLetter(
  to: Letter['to'],
  { now, day, position, hash }: { now: Date; day: string; position: number; hash: string },
  language: Language,
): Letter {
  const texts = textsFor(language)(sealMailTexts)
  return letterToOperator(to, language, {
    subject: texts.subject(formatDay(now, language)),
    paragraphs: [texts.keepIt],
    rows: [
      [texts.day, day],
      [texts.transactions, String(position)],
      [texts.seal, hash],
    ],
  })
}
