import { X } from 'lucide-react'

import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

import { channelTexts } from '../messages.ts'
import { shownParts } from './body-parts.ts'

const texts = channelTexts.quote

/** Words of a message on one line. */
function wordsOf({ body, mentions }: Pick<Message, 'body' | 'mentions'>): string {
  const words = shownParts(body, mentions, channelMessages.formerMember)
    .map(({ text }) => text)
    .join('')
  return words === '' ? texts.picture : words
}

/** What a message answers, above it; pressed, it leads there. */
export function Quote({ message, onJump }: { message: Message; onJump: (seq: number) => void }) {
  const { quotedSeq, quoted } = message
  if (quotedSeq === null) return null
  const className = 'mt-1 flex min-h-9 w-fit max-w-full items-center gap-2 border-s-2 ps-3 text-sm'
  if (quoted === null) return <p className={`${className} border-line text-ink-faint italic`}>{texts.gone}</p>
  const name = quoted.authorName ?? channelMessages.formerMember
  return (
    <button
      type="button"
      title={texts.show(name)}
      onClick={() => onJump(quotedSeq)}
      className={`${className} rounded-e-control border-brand/60 pe-2 text-start text-ink-soft hover:bg-wash hover:text-ink`}
    >
      <span className="sr-only">{texts.answers(name)}</span>
      <bdi aria-hidden="true" className="max-w-40 shrink-0 truncate font-medium text-ink">
        {name}
      </bdi>
      <span dir="auto" className="min-w-0 truncate">
        {wordsOf(quoted)}
      </span>
    </button>
  )
}

/** What the message in hand will answer, above the field it is written in. */
export function QuoteInHand({ message, onCancel }: { message: Message; onCancel: () => void }) {
  return (
    <div className="flex items-center gap-2 ps-3.5 pe-1 pt-1 text-sm">
      <p className="min-w-0 flex-1 truncate border-s-2 border-brand/60 ps-3 text-ink-soft">
        <span className="font-medium text-ink">
          {texts.replying(message.author?.name ?? channelMessages.formerMember)}
        </span>{' '}
        <span dir="auto">{wordsOf(message)}</span>
      </p>
      <IconButton label={texts.cancel} icon={<X />} onClick={onCancel} className="size-9" />
    </div>
  )
}
