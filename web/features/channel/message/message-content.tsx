import { Suspense } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import { channelTexts as texts } from '../messages.ts'
import { MessageForm } from '../writing/message-form.tsx'
import { toBody, toTyped } from './body-parts.ts'
import { MessageMedia } from './message-media.tsx'
import { MessageText } from './message-text.tsx'
import type { useMessageActs } from './use-message-acts.ts'

const Poll = lazyPart(async () => (await import('#web/features/polls/poll.tsx')).Poll)

interface MessageContentProps {
  message: Message
  channelId: string
  isEditing: boolean
  acts: ReturnType<typeof useMessageActs>
  onEdited: () => void
}

/** Others see only that there was something. */
export function isGone({ state, body, media, pollId }: Message): boolean {
  return state !== 'visible' && body === '' && media.length === 0 && pollId === null
}

/** What a message says and shows, or the field in which its author changes it. */
export function MessageContent({ message, channelId, isEditing, acts, onEdited }: MessageContentProps) {
  const { body, mentions, media, pollId, seq, state, author } = message
  if (isEditing)
    return (
      <div className="mt-2">
        <MessageForm
          channelId={channelId}
          draftKey={`edit ${channelId} ${seq}`}
          label={texts.edit}
          placeholder=""
          submitLabel={texts.write.save}
          initial={{
            body: toTyped(body, mentions, channelMessages.formerMember),
            people: mentions.flatMap(({ _id, name }) => (name === null ? [] : [{ _id, name }])),
          }}
          hasFocus
          onCancel={onEdited}
          onSubmit={async (written) => {
            await acts.edit(seq, toBody(written.body, written.people))
            onEdited()
          }}
        />
      </div>
    )
  if (isGone(message))
    return (
      <p className="text-base text-ink-faint italic">{state === 'deleted' ? texts.deleted : texts.gone}</p>
    )
  return (
    <div className="mt-0.5">
      {pollId !== null && (
        <div className="mt-1.5 max-w-120">
          <Suspense>
            <Poll pollId={pollId} />
          </Suspense>
        </div>
      )}
      {body !== '' && <MessageText body={body} mentions={mentions} />}
      {media.length > 0 && (
        <MessageMedia media={media} authorName={author?.name ?? channelMessages.formerMember} />
      )}
    </div>
  )
}
