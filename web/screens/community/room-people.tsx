import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { admitToRoom, listExclusions, listRoomPeople } from '#contract/rooms/calls.ts'
import { roomMessages } from '#contract/rooms/messages.ts'
import { call } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { queryKey, useQuery } from '#web/api/use-query.ts'
import { AuthorBadges } from '#web/features/channel/message/author-line.tsx'
import { conversationLink } from '#web/features/message-link/conversation-link.ts'
import { messageTexts } from '#web/features/message-link/messages.ts'
import { useWritable } from '#web/features/message-link/use-writable.ts'
import { ReportPerson } from '#web/features/report/report-person.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { communityTexts } from './messages.ts'

const texts = communityTexts.people

/** Who has been in a room; for those who keep order, also who was removed from it. */
export function RoomPeople({ roomId, mayModerate }: { roomId: string; mayModerate: boolean }) {
  const ownId = useQuery(getLoggedInUser, {}).data?.user._id
  const list = useInfiniteQuery({
    queryKey: [...queryKey(listRoomPeople, { roomId }, true), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listRoomPeople, pageParam === null ? { roomId } : { roomId, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  const people = list.data?.pages.flatMap((page) => page.people)
  const writable = useWritable((people ?? []).map(({ _id }) => _id))
  if (!people) {
    if (!list.error) return <SkeletonList label={texts.loading} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  }
  return (
    <>
      {people.length === 0 && !list.hasNextPage && <p className="text-base text-ink-soft">{texts.none}</p>}
      <ul className="space-y-1">
        {people.map((person) => (
          <li key={person._id} className="flex min-h-13 items-center gap-3">
            <Avatar name={person.name} src={person.profileImage} size={32} />
            {/* Badges stand below: beside them a panel has no room for a name. */}
            <span className="min-w-0 flex-1 leading-snug">
              <bdi className="block truncate">{person.name}</bdi>
              <span className="flex flex-wrap gap-1">
                <AuthorBadges author={person} />
              </span>
            </span>
            <span className="flex shrink-0 items-center">
              {writable.has(person._id) && <WriteTo person={person} />}
              {person._id !== ownId && <ReportPerson person={person} />}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          size="small"
          isFullWidth
          className="mt-3"
          isLoading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      {mayModerate && <Excluded roomId={roomId} />}
    </>
  )
}

function WriteTo({ person }: { person: { _id: string; name: string } }) {
  return (
    <Link
      to={conversationLink(null, { userId: person._id })}
      title={messageTexts.messageTo(person.name)}
      className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink"
    >
      <MessageCircle aria-hidden="true" className="size-5" />
      <span className="sr-only">{messageTexts.messageTo(person.name)}</span>
    </Link>
  )
}

function Excluded({ roomId }: { roomId: string }) {
  const excluded = useQuery(listExclusions, { roomId }).data ?? []
  const admission = useMutation(admitToRoom, { refreshes: [listExclusions, listRoomPeople] })
  if (excluded.length === 0) return null

  async function admit(userId: string) {
    try {
      await admission.mutateAsync({ input: { roomId, userId } })
      toast.success(roomMessages.admitted)
    } catch {
      toast.error(communityTexts.manage.failed)
    }
  }
  return (
    <section className="mt-8">
      <h3 className="text-sm font-medium text-ink-faint">{texts.removed}</h3>
      <ul className="mt-2 space-y-1">
        {excluded.map(({ _id, name, profileImage }) => (
          <li key={_id} className="flex min-h-11 items-center gap-3">
            <Avatar name={name} src={profileImage} size={32} />
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            <Button size="small" onClick={() => void admit(_id)}>
              {texts.admit}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
