import { channelMessages } from '#contract/channels/messages.ts'
import type { WhyNot } from '#contract/channels/rules.ts'
import type { Conversation } from '#contract/conversations/conversation.ts'
import { UnblockButton } from '#web/features/block/unblock-button.tsx'
import { Button } from '#web/ui/button.tsx'

import { nameOf } from './address.ts'
import { messagesTexts } from './messages.ts'

const texts = messagesTexts.closed

/** Why there is no field to write in. */
export function ClosedNotice({
  whyNot,
  person,
  isBlockedByMe,
  onUnblocked,
}: {
  whyNot: WhyNot | null
  person: Conversation['people'][number] | null
  isBlockedByMe: boolean
  onUnblocked: () => void
}) {
  if (whyNot === null) return null
  const name = nameOf(person ?? { name: null })
  const pageHandle = person?.pageHandle ?? null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-wash px-4 py-3">
      <p dir="auto" className="text-base wrap-anywhere text-ink-soft">
        {textFor(whyNot, name, { isBlockedByMe, isGone: person?.name === null })}
      </p>
      {isBlockedByMe && person !== null ? (
        <UnblockButton userId={person._id} name={name} size="small" onUnblocked={onUnblocked} />
      ) : (
        whyNot === 'ended' &&
        pageHandle !== null && (
          <Button size="small" to={`/${pageHandle}`}>
            {messagesTexts.toPage}
          </Button>
        )
      )}
    </div>
  )
}

function textFor(
  whyNot: WhyNot,
  name: string,
  { isBlockedByMe, isGone }: { isBlockedByMe: boolean; isGone: boolean },
): string {
  if (isBlockedByMe) return texts.blockedByMe(name)
  if (whyNot === 'blocked') return texts.blocked
  if (whyNot === 'asked') return texts.asked(name)
  if (whyNot === 'ended') return isGone ? texts.gone : texts.ended(name)
  return channelMessages.whyNot[whyNot]
}
