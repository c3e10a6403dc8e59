import { channelMessages } from '#contract/channels/messages.ts'

import { type Named, shownParts } from './body-parts.ts'

/** The text of a message, with links and names. */
export function MessageText({ body, mentions }: { body: string; mentions: readonly Named[] }) {
  return (
    <p dir="auto" className="text-base leading-relaxed wrap-break-word whitespace-pre-wrap text-ink">
      {shownParts(body, mentions, channelMessages.formerMember).map(({ kind, text }, index) => {
        const key = `${index} ${text}`
        if (kind === 'link')
          return (
            <a
              key={key}
              href={text}
              target="_blank"
              rel="noopener noreferrer ugc nofollow"
              className="text-brand underline underline-offset-3"
            >
              {text}
            </a>
          )
        if (kind === 'mention')
          return (
            <bdi key={key} className="font-medium text-brand">
              {text}
            </bdi>
          )
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}
