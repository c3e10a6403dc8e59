import {
  Check,
  Ellipsis,
  Eye,
  EyeOff,
  Flag,
  Link2,
  MessageCircle,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  UserX,
  VolumeX,
} from 'lucide-react'
import { Suspense, useState } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { EDIT_HOURS, type MessageAct } from '#contract/channels/rules.ts'
import { CallError } from '#web/api/call.ts'
import { useToken } from '#web/api/session.ts'
import { conversationLink } from '#web/features/message-link/conversation-link.ts'
import { messageTexts } from '#web/features/message-link/messages.ts'
import { reportTexts } from '#web/features/report/messages.ts'
import { ReportDialog } from '#web/features/report/report-part.ts'
import { copyText } from '#web/features/share/copy-text.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { navigate } from '#web/routing/navigate.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { channelTexts as texts } from '../messages.ts'
import { type Asked, MessageDialogs } from './message-dialogs.tsx'
import type { useMessageActs } from './use-message-acts.ts'

// Only moderators mute.
const MuteDialog = lazyPart(async () => (await import('#web/features/moderation/mute-dialog.tsx')).MuteDialog)

const HOUR_MS = 3_600_000
const NOTHING: readonly MenuItem[] = []

export interface MessageMenuProps {
  message: Message
  isOwn: boolean
  mayModerate: boolean
  /** Its address on this site. */
  link: string | null
  acts: ReturnType<typeof useMessageActs>
  onEdit: () => void
  /** In a chat; null: there is nothing to reply to. */
  onReply?: (() => void) | null
  /** As that is called there. */
  replyLabel?: string
  /** Its author, where the viewer may write to them privately. */
  writesTo?: { _id: string; name: string } | null
  /** What can be done about its author. */
  aboutAuthor?: readonly MenuItem[]
}

/** What can be done with a message, besides reacting and replying. */
export function MessageMenu({
  message,
  isOwn,
  mayModerate,
  link,
  acts,
  onEdit,
  onReply = null,
  replyLabel = texts.chat.reply,
  writesTo = null,
  aboutAuthor = NOTHING,
}: MessageMenuProps) {
  const [asked, setAsked] = useState<Asked | 'mute' | 'report' | null>(null)
  const { pageHandle } = acts
  const isSignedIn = useToken() !== null
  const { author, seq, state, isPinned, rootSeq } = message

  async function act(what: MessageAct, reason = ''): Promise<void> {
    try {
      await acts.act(seq, what, reason)
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : texts.notDone)
    }
  }

  const items: MenuItem[] = []
  const add = (isOffered: boolean, item: MenuItem) => isOffered && items.push(item)
  const isVisible = state === 'visible'
  add(onReply !== null, {
    id: 'reply',
    label: replyLabel,
    icon: <MessagesSquare />,
    onSelect: () => onReply?.(),
  })
  add(link !== null && isVisible, {
    id: 'link',
    label: texts.copyLink,
    icon: <Link2 />,
    onSelect: () =>
      void copyText(new URL(link ?? '', location.href).href, {
        copied: texts.linkCopied,
        failed: texts.linkNotCopied,
      }),
  })
  add(writesTo !== null, {
    id: 'write',
    label: messageTexts.messageTo(writesTo?.name ?? ''),
    icon: <MessageCircle />,
    onSelect: () => navigate(conversationLink(null, { userId: writesTo?._id ?? '' })),
  })
  add(isOwn && isVisible && isFresh(message), {
    id: 'edit',
    label: texts.edit,
    icon: <Pencil />,
    onSelect: onEdit,
  })
  add(mayModerate && isVisible && rootSeq === null, {
    id: 'pin',
    label: isPinned ? texts.unpin : texts.pin,
    icon: isPinned ? <PinOff /> : <Pin />,
    onSelect: () => void act(isPinned ? 'unpin' : 'pin'),
  })
  add(mayModerate && state === 'held', {
    id: 'approve',
    label: texts.approve,
    icon: <Check />,
    onSelect: () => void act('approve'),
  })
  add(mayModerate && (state === 'hidden' || state === 'removed'), {
    id: 'restore',
    label: texts.restore,
    icon: <Eye />,
    onSelect: () => void act('restore'),
  })
  add(mayModerate && !isOwn && (isVisible || state === 'held'), {
    id: 'hide',
    label: texts.hide,
    icon: <EyeOff />,
    startsGroup: true,
    onSelect: () => setAsked('hide'),
  })
  add(mayModerate && !isOwn && state !== 'removed' && state !== 'deleted', {
    id: 'remove',
    label: texts.remove,
    icon: <UserX />,
    isDanger: true,
    onSelect: () => setAsked('remove'),
  })
  add(mayModerate && !isOwn && pageHandle !== null && author?.isCreator === false, {
    id: 'mute',
    label: texts.mute,
    icon: <VolumeX />,
    onSelect: () => setAsked('mute'),
  })
  add(isOwn && state !== 'deleted', {
    id: 'delete',
    label: texts.delete,
    icon: <Trash2 />,
    isDanger: true,
    startsGroup: true,
    onSelect: () => setAsked('delete'),
  })
  add(isSignedIn && !isOwn && author !== null && isVisible, {
    id: 'report',
    label: reportTexts.report,
    icon: <Flag />,
    startsGroup: true,
    onSelect: () => setAsked('report'),
  })
  items.push(...aboutAuthor)
  if (items.length === 0) return null

  return (
    <>
      <Menu
        items={items}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            label={texts.actions}
            icon={<Ellipsis />}
            className="relative size-9 before:absolute before:-inset-1 [&>svg]:size-4.5"
          />
        )}
      />
      <MessageDialogs
        asked={asked === 'mute' || asked === 'report' ? null : asked}
        onClose={() => setAsked(null)}
        onDelete={() => acts.remove(message)}
        onAct={(what, reason) => acts.act(seq, what, reason)}
      />
      {asked === 'report' && (
        <Suspense>
          <ReportDialog target={{ kind: 'message', id: message._id }} isOpen onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked === 'mute' && author && pageHandle !== null && (
        <Suspense>
          <MuteDialog pageHandle={pageHandle} person={author} isOpen onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

function isFresh({ writtenAt }: Message): boolean {
  return Date.now() - Date.parse(writtenAt) < EDIT_HOURS * HOUR_MS
}
