import { useRef } from 'react'

import { getBlockedUsers } from '#contract/accounts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { blockTexts as texts } from '#web/features/block/messages.ts'
import { UnblockButton } from '#web/features/block/unblock-button.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { When } from '#web/features/time/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

const SHOWN_AT_ONCE = 10

/** The users a person has blocked, and the way to unblock them. */
export function BlockedUsers() {
  const blocked = useInfiniteQuery(getBlockedUsers, { limit: SHOWN_AT_ONCE })
  const ref = useRef<HTMLDivElement>(null)
  if (!blocked.rows) {
    if (!blocked.error) return <SkeletonList label={texts.loading} count={1} />
    return (
      <ErrorState title={texts.failed} onRetry={blocked.refetch} isRetrying={blocked.isFetching}>
        {blocked.error.message}
      </ErrorState>
    )
  }
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      {blocked.rows.length === 0 ? (
        <div className="rounded-card border border-dashed border-line px-5 py-6">
          <p className="font-medium">{texts.nobody}</p>
          <p className="mt-1 text-ink-soft">{texts.howTo}</p>
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
          {blocked.rows.map((person) => (
            <BlockedRow
              key={person._id}
              person={person}
              onUnblocked={() => ref.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      {blocked.hasMore && (
        <Button
          size="small"
          className="mt-4"
          isLoading={blocked.moreState === 'loading'}
          onClick={blocked.showMore}
        >
          {texts.showMore}
        </Button>
      )}
    </div>
  )
}

function BlockedRow({
  person: { _id, name, pageHandle, profileImage, blockedAt },
  onUnblocked,
}: {
  person: OutputOf<typeof getBlockedUsers>[number]
  onUnblocked: () => void
}) {
  return (
    <li className="flex items-center gap-4 p-4">
      <Avatar name={name} src={profileImage} size={32} {...(pageHandle !== null && { handle: pageHandle })} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {pageHandle === null ? (
            name
          ) : (
            <Link to={`/${pageHandle}`} className="hover:underline">
              {name}
            </Link>
          )}
        </p>
        <p className="text-sm text-ink-faint">
          <RichText text={texts.since} slots={{ moment: <When moment={blockedAt} /> }} />
        </p>
      </div>
      <UnblockButton userId={_id} name={name} size="small" onUnblocked={onUnblocked} />
    </li>
  )
}
