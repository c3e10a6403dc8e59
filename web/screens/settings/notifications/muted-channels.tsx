import { useRef } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import { MUTED_FOR_GOOD } from '#contract/channels/rules.ts'
import { getConversation, listConversations } from '#contract/conversations/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { livePath } from '#contract/live/live-address.ts'
import { getBadges, listMutedChannels, unmuteChannel } from '#contract/notifications/calls.ts'
import { roomPath } from '#contract/rooms/room-address.ts'
import { useMutation } from '#web/api/queries.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.muted

const SHOWN_AT_ONCE = 10

type Muted = OutputOf<typeof listMutedChannels>[number]

/** Rooms and conversations that the viewer has muted, and the way to hear of them again. */
export function MutedChannels() {
  const list = useInfiniteQuery(listMutedChannels, { limit: SHOWN_AT_ONCE })
  const ref = useRef<HTMLDivElement>(null)
  if (!list.rows) {
    if (!list.error) return <SkeletonList label={texts.loading} count={1} />
    return (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  }
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      {list.rows.length === 0 ? (
        <div className="rounded-card border border-dashed border-line px-5 py-6">
          <p className="font-medium">{texts.none}</p>
          <p className="mt-1 text-ink-soft">{texts.howTo}</p>
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
          {list.rows.map((muted) => (
            <MutedRow
              key={muted._id}
              muted={muted}
              onUnmuted={() => ref.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button
          size="small"
          className="mt-4"
          isLoading={list.moreState === 'loading'}
          onClick={list.showMore}
        >
          {texts.showMore}
        </Button>
      )}
    </div>
  )
}

function MutedRow({ muted, onUnmuted }: { muted: Muted; onUnmuted: () => void }) {
  const to = pathOf(muted)
  const unmute = useMutation(unmuteChannel, {
    refreshes: [listMutedChannels, getBadges, getChannel, listConversations, getConversation],
  })
  const name = nameOf(muted)

  function press() {
    unmute.mutate(
      { input: { channelId: muted._id } },
      {
        onSuccess: () => {
          toast.success(texts.unmuted(name))
          onUnmuted()
        },
        onError: ({ message }) => toast.error(message),
      },
    )
  }

  return (
    <li className="flex items-center gap-4 p-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {to === null ? (
            name
          ) : (
            <Link to={to} className="hover:underline">
              {name}
            </Link>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-faint">{whatIsMuted(muted)}</p>
      </div>
      <Button size="small" isLoading={unmute.isPending} onClick={press}>
        <RichText text={texts.unmute(name)} />
      </Button>
    </li>
  )
}

function pathOf({ _id, kind, pageHandle }: Muted): string | null {
  if (kind === 'conversation') return `/messages/${_id}`
  if (kind === 'live' && pageHandle !== null) return livePath(pageHandle, _id)
  return kind === 'room' && pageHandle !== null ? roomPath(pageHandle, _id) : null
}

function nameOf({ name, people, pageName }: Muted): string {
  return name || people.join(', ') || (pageName ?? texts.nameless)
}

function whatIsMuted({ kind, pageName, mutedUntil }: Muted): string {
  const what =
    pageName === null
      ? texts.conversation
      : kind === 'live'
        ? texts.session(pageName)
        : kind === 'room'
          ? texts.room(pageName)
          : texts.comments(pageName)
  return mutedUntil === MUTED_FOR_GOOD ? what : `${what}, ${texts.until(dayText(mutedUntil))}`
}
