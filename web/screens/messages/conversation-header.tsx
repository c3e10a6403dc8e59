import { Ban, Bell, BellOff, ChevronLeft, Ellipsis, UserRound, Users } from 'lucide-react'
import { useState } from 'react'

import { muteChannel } from '#contract/channels/calls.ts'
import { MUTED_FOR_GOOD } from '#contract/channels/rules.ts'
import type { Conversation } from '#contract/conversations/conversation.ts'
import { getBadges, listMutedChannels } from '#contract/notifications/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { BlockDialog } from '#web/features/block/block-dialog.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { filterIn, MESSAGES_PATH, nameOf, titleOf, withFilter } from './address.ts'
import { ConversationFace } from './conversation-face.tsx'
import { messagesTexts as texts } from './messages.ts'

interface ConversationHeaderProps {
  conversation: Conversation
  isGroupOpen: boolean
  onGroup: () => void
  onChanged: () => void
}

/** Who a conversation is with, and what can be done about it. */
export function ConversationHeader({
  conversation,
  isGroupOpen,
  onGroup,
  onChanged,
}: ConversationHeaderProps) {
  const [isBlocking, setIsBlocking] = useState(false)
  const muting = useMutation(muteChannel, { refreshes: [getBadges, listMutedChannels] })
  const { _id, kind, people, mutedUntil, isBlockedByMe, state } = conversation
  const [other] = people
  const isPair = kind === 'pair'
  const isMuted = mutedUntil !== null
  const pageHandle = isPair ? (other?.pageHandle ?? null) : null

  async function mute() {
    try {
      await muting.mutateAsync({ input: { channelId: _id, mutedUntil: isMuted ? null : MUTED_FOR_GOOD } })
      toast.success(isMuted ? texts.unmutedDone : texts.mutedDone)
      onChanged()
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : texts.notDone)
    }
  }

  const items: MenuItem[] = []
  if (pageHandle !== null)
    items.push({ id: 'page', label: texts.toPage, icon: <UserRound />, to: `/${pageHandle}` })
  items.push({
    id: 'mute',
    label: isMuted ? texts.unmute : texts.mute,
    icon: isMuted ? <Bell /> : <BellOff />,
    onSelect: () => void mute(),
  })
  if (isPair && !isBlockedByMe && state === 'active' && other && other.name !== null)
    items.push({
      id: 'block',
      label: texts.block,
      icon: <Ban />,
      isDanger: true,
      startsGroup: true,
      onSelect: () => setIsBlocking(true),
    })

  return (
    <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line ps-1 pe-1 lg:ps-6 lg:pe-3">
      <Link
        to={withFilter(MESSAGES_PATH, filterIn(useSearchParams()))}
        aria-label={texts.back}
        className="-me-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink lg:hidden"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <ConversationFace kind={kind} people={people} />
      <h2 className="min-w-0 flex-1 leading-tight font-semibold">
        <bdi className="block truncate">{titleOf(conversation)}</bdi>
        {(isMuted || !isPair) && (
          <span className="mt-0.5 block text-xs font-normal text-ink-faint">
            {[...(isPair ? [] : [texts.people(people.length + 1)]), ...(isMuted ? [texts.muted] : [])].join(
              ' · ',
            )}
          </span>
        )}
      </h2>
      {!isPair && (
        <IconButton label={texts.info} icon={<Users />} aria-expanded={isGroupOpen} onClick={onGroup} />
      )}
      <Menu
        items={items}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => <IconButton {...trigger} label={texts.menu} icon={<Ellipsis />} />}
      />
      {other && (
        <BlockDialog
          who={pageHandle === null ? { userId: other._id } : { pageHandle }}
          name={nameOf(other)}
          isOpen={isBlocking}
          onClose={() => setIsBlocking(false)}
          onBlocked={onChanged}
        />
      )}
    </header>
  )
}
