import { Check, Ellipsis, EyeOff, Trash2, VolumeX } from 'lucide-react'
import { useState } from 'react'

import { actOnMessage, listHeldMessages } from '#contract/channels/calls.ts'
import { messageAddress } from '#contract/channels/message-address.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { livePath } from '#contract/live/live-address.ts'
import { getBadges } from '#contract/notifications/calls.ts'
import { commentAddress } from '#contract/posts/comment-address.ts'
import { roomPath } from '#contract/rooms/room-address.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { AuthorLine } from '#web/features/channel/message/author-line.tsx'
import { type Asked, MessageDialogs } from '#web/features/channel/message/message-dialogs.tsx'
import { MessageMedia } from '#web/features/channel/message/message-media.tsx'
import { MessageText } from '#web/features/channel/message/message-text.tsx'
import { moderationTexts } from '#web/features/moderation/messages.ts'
import { MuteDialog } from '#web/features/moderation/mute-dialog.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { moderationScreenTexts } from './messages.ts'

const texts = moderationScreenTexts.queue
const DONE = { approve: texts.approved, hide: texts.hidden, remove: texts.removed }

interface HeldRowProps {
  pageHandle: string
  held: OutputOf<typeof listHeldMessages>[number]
}

/** One message that waits, why it does, and what can be decided. */
export function HeldRow({ pageHandle, held: { channelId, kind, message } }: HeldRowProps) {
  const [asked, setAsked] = useState<Asked | 'mute' | null>(null)
  const acting = useMutation(actOnMessage, { refreshes: [listHeldMessages, getBadges] })
  const { author, seq, body, mentions, because, media } = message
  const name = author?.name ?? channelMessages.formerMember
  const place =
    kind === 'post'
      ? commentAddress(`/${pageHandle}/posts/${channelId}`, seq)
      : kind === 'room'
        ? messageAddress(roomPath(pageHandle, channelId), seq)
        : kind === 'live'
          ? livePath(pageHandle, channelId)
          : null

  async function act(what: keyof typeof DONE, reason: string) {
    await acting.mutateAsync({ input: { channelId, seq, act: what, reason } })
    toast.success(DONE[what])
  }
  async function approve() {
    try {
      await act('approve', '')
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : texts.notDone)
    }
  }

  return (
    <li className="rounded-card border border-line bg-paper-raised p-4 sm:p-5">
      <div className="flex gap-3">
        <Avatar name={name} src={author?.profileImage ?? null} size={32} className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <AuthorLine message={message} link={null} />
          {body !== '' && (
            <div className="mt-1">
              <MessageText body={body} mentions={mentions} />
            </div>
          )}
          {media.length > 0 && <MessageMedia media={media} authorName={name} />}
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
            {because && <Badge tone="warn">{texts.because[because.cause]}</Badge>}
            {place !== null && (
              <Link to={place} className="rounded-small underline underline-offset-3 hover:text-ink">
                {kind === 'post' ? texts.onPost : kind === 'live' ? texts.inSession : texts.inRoom}
              </Link>
            )}
          </div>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2 sm:ps-11">
        <Button
          size="small"
          icon={<Check />}
          isLoading={acting.isPending && asked === null}
          onClick={() => void approve()}
        >
          {texts.approve}
        </Button>
        <Button size="small" variant="quiet" icon={<EyeOff />} onClick={() => setAsked('hide')}>
          {texts.hide}
        </Button>
        <span className="ms-auto">
          <Menu
            items={[
              ...(author && !author.isCreator
                ? [
                    {
                      id: 'mute',
                      label: moderationTexts.mute.action,
                      icon: <VolumeX />,
                      onSelect: () => setAsked('mute'),
                    },
                  ]
                : []),
              {
                id: 'remove',
                label: texts.remove,
                icon: <Trash2 />,
                isDanger: true,
                onSelect: () => setAsked('remove'),
              },
            ]}
            // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
            trigger={(trigger) => (
              <IconButton {...trigger} label={texts.actions(name)} icon={<Ellipsis aria-hidden="true" />} />
            )}
          />
        </span>
      </div>
      <MessageDialogs
        asked={asked === 'mute' ? null : asked}
        onClose={() => setAsked(null)}
        onDelete={() => Promise.resolve()}
        onAct={act}
      />
      {author && (
        <MuteDialog
          pageHandle={pageHandle}
          person={author}
          isOpen={asked === 'mute'}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}
