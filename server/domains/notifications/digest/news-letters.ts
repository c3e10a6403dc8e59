import type { Language } from '#contract/languages.ts'
import type { NoticeTopic } from '#contract/notifications/kinds.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { newsTexts } from './news-messages.ts'

interface Line {
  text: string
  /** Such as the title of a post. */
  detail: string | null
  url: string
}

interface Links {
  publicUrl: string
  unsubscribeUrl: string
}

function settingsOf({ publicUrl }: Links): string {
  return `${publicUrl}/settings?tab=notifications`
}

/** One piece of news, mailed at once. */
export function newsLetter(
  to: Letter['to'],
  { topic, text, detail, url, comment }: Line & { topic: NoticeTopic; comment?: string | null },
  { language, ...links }: Links & { language: Language },
): Letter {
  const texts = textsFor(language)(newsTexts)
  return letterTo(to, language, {
    why: 'news',
    subject: text,
    paragraphs: [`${text}.`, ...(detail === null ? [] : [detail])],
    ...(comment && {
      about: {
        picture: null,
        title: null,
        paragraphs: comment.split('\n').filter((line) => line.trim() !== ''),
      },
    }),
    action: { label: texts.open[topic] ?? texts.open.other, url },
    addresses: [settingsOf(links)],
    footnote: texts.footnote(settingsOf(links)),
    unsubscribeUrl: links.unsubscribeUrl,
  })
}

/** What came since the last digest. `total`: with the lines that found no room. */
export function digestLetter(
  to: Letter['to'],
  { lines, total }: { lines: readonly Line[]; total: number },
  { language, ...links }: Links & { language: Language },
): Letter | null {
  const [first] = lines
  if (!first) return null
  const { digest, footnote } = textsFor(language)(newsTexts)
  return letterTo(to, language, {
    why: 'news',
    subject: digest.subject(first.text, total - 1, language),
    paragraphs: [digest.since],
    items: lines,
    ...(total > lines.length && { afterItems: digest.more(total - lines.length, language) }),
    action: { label: digest.all, url: `${links.publicUrl}/notifications` },
    addresses: [settingsOf(links)],
    footnote: footnote(settingsOf(links)),
    unsubscribeUrl: links.unsubscribeUrl,
  })
}
