import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Play } from 'lucide-react'
import type { ReactNode } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { listLiveSessions } from '#contract/live/calls.ts'
import { livePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { beginningOf, formatShortStart } from '#contract/live/when.ts'
import { listRooms } from '#contract/rooms/calls.ts'
import { communityPath } from '#contract/rooms/room-address.ts'
import type { Room } from '#contract/rooms/room.ts'
import { changeKnown } from '#web/api/change-known.ts'
import { useQuery } from '#web/api/use-query.ts'
import { RemindButton } from '#web/features/live-state/remind-button.tsx'
import { StateBadge } from '#web/features/live-state/state-badge.tsx'
import { clockText } from '#web/features/media/duration.ts'
import { findPosition } from '#web/features/media/player/positions.ts'
import { postTitle } from '#web/features/post-card/post-title.ts'
import { RoomRow, unreadIn } from '#web/features/room-row/room-row.tsx'
import { Link } from '#web/ui/link.tsx'

import type { Creator } from '../creator.ts'
import { creatorPageTexts } from '../messages.ts'
import { useCreatorPosts } from '../posts/creator-posts.ts'

const texts = creatorPageTexts.place

const SESSIONS_ASKED = 5
const ROOMS_SHOWN = 5
const BEGUN_SHOWN = 3

/** What a member comes back for: the next session, the rooms, and what they haven't heard to its end. */
export function MemberPlace({
  pageHandle,
  creator,
}: {
  /** As in the address: part of the queries. */
  pageHandle: string
  creator: Creator
}) {
  const sessions = useQuery(
    listLiveSessions,
    { pageHandle, part: 'coming', limit: SESSIONS_ASKED },
    { isEnabled: creator.hasLive },
  )
  const rooms = useQuery(listRooms, { pageHandle }, { isEnabled: creator.hasRooms })
  const begun = useBegun(pageHandle)
  // One isn't shown before the other, which would push it down. What can't be loaded has its own page to say so.
  const isKnown =
    (!creator.hasLive || sessions.data || sessions.error) && (!creator.hasRooms || rooms.data || rooms.error)
  if (!isKnown) return null
  const next = sessions.data?.sessions.find(({ door }) => door === 'open')
  const open = rooms.data?.rooms.filter(
    ({ door, readableUntil }) => door === 'open' && readableUntil === null,
  )
  return (
    <div className="flex flex-col gap-6 empty:hidden">
      {next && <NextSession session={next} />}
      {open && open.length > 0 && <OpenRooms pageHandle={creator.pageHandle} rooms={open} />}
      {begun.length > 0 && (
        <Section title={texts.begun}>
          <ul className="-mx-3">
            {begun.map(({ _id, path, title, at }) => (
              <li key={_id}>
                <Link
                  to={path}
                  className="flex min-h-11 items-center gap-3 rounded-control px-3 text-ink-soft hover:bg-wash"
                >
                  <Play aria-hidden="true" className="size-4.5 shrink-0 text-brand" />
                  <span dir="auto" className="min-w-0 flex-1 truncate text-start">
                    {title}
                  </span>
                  <span className="shrink-0 text-sm text-ink-faint tabular-nums">{clockText(at)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-sm font-semibold text-ink-soft">{title}</h2>
      {children}
    </section>
  )
}

function NextSession({ session }: { session: LiveSession }) {
  const client = useQueryClient()
  const { _id, pageHandle, title, state } = session
  const begins = beginningOf(session)

  function noteReminder(isReminded: boolean) {
    changeKnown<OutputOf<typeof listLiveSessions>>(
      client,
      (queryKey) => queryKey[2] === listLiveSessions.path && queryKey.at(-1) !== 'pages',
      (known) => ({
        ...known,
        sessions: known.sessions.map((each) => (each._id === _id ? { ...each, isReminded } : each)),
      }),
    )
  }
  return (
    <Section title={texts.next}>
      <Link to={livePath(pageHandle, _id)} className="block py-1 hover:underline">
        <bdi className="font-display text-lg leading-snug wrap-break-word">{title}</bdi>
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <time dateTime={begins} className="text-sm text-ink-soft tabular-nums">
          {formatShortStart(begins)}
        </time>
        {state === 'scheduled' ? (
          <RemindButton session={session} onChange={noteReminder} />
        ) : (
          <StateBadge state={state} />
        )}
      </div>
    </Section>
  )
}

/** In the page's order; if there are many, those with something new first. */
function OpenRooms({ pageHandle, rooms }: { pageHandle: string; rooms: readonly Room[] }) {
  const shown = rooms.toSorted((a, b) => Number(unreadIn(b) > 0) - Number(unreadIn(a) > 0))
  return (
    <Section title={texts.rooms}>
      <ul className="-mx-3">
        {shown.slice(0, ROOMS_SHOWN).map((room) => (
          <li key={room._id}>
            <RoomRow {...{ room, pageHandle }} />
          </li>
        ))}
      </ul>
      {rooms.length > ROOMS_SHOWN && (
        <Link
          to={communityPath(pageHandle)}
          className="inline-flex min-h-11 items-center gap-1 text-sm font-medium text-brand hover:underline"
        >
          {texts.allRooms}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </Section>
  )
}

/** Recordings of the posts shown so far that this browser stopped somewhere in the middle, and at which second. */
function useBegun(pageHandle: string) {
  const { rows = [] } = useCreatorPosts(pageHandle)
  return rows
    .flatMap((post) =>
      post.allMedia
        .filter(({ kind }) => kind !== 'image')
        .map(({ _id }) => ({ _id, path: post.path, title: postTitle(post), at: findPosition(_id) })),
    )
    .filter(({ at }) => at > 0)
    .slice(0, BEGUN_SHOWN)
}
