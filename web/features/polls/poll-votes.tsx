import type { Poll } from '#contract/polls/poll.ts'
import { listVotes } from '#contract/polls/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { pollTexts as texts } from './messages.ts'

const VOTES_PER_PAGE = 30

/** Who voted for what, the latest first. */
export function PollVotes({ poll }: { poll: Poll }) {
  const { rows, error, hasMore, moreState, showMore, refetch } = useInfiniteQuery(listVotes, {
    pollId: poll._id,
    limit: VOTES_PER_PAGE,
  })
  if (error)
    return (
      <div role="alert" className="mt-3 flex flex-col items-start gap-3 text-ink-soft">
        {error.message}
        <Button size="small" onClick={refetch}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  if (!rows) return <Spinner label={texts.loading} />
  if (rows.length === 0) return <p className="mt-3 text-sm text-ink-faint">{texts.noVotes}</p>
  return (
    <>
      <ul className="mt-3 flex max-h-80 flex-col gap-3 overflow-y-auto">
        {rows.map(({ _id, name, profileImage, options }) => (
          <li key={_id} className="flex items-center gap-3">
            <Avatar name={name ?? texts.formerMember} src={profileImage} size={32} />
            <div className="min-w-0">
              <p dir="auto" className="truncate text-sm font-medium text-ink">
                {name ?? texts.formerMember}
              </p>
              <p dir="auto" className="text-sm text-ink-faint wrap-break-word">
                {options.map((option) => poll.options[option]?.text ?? '').join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="small" variant="quiet" isLoading={moreState === 'loading'} onClick={showMore}>
          {texts.more}
        </Button>
      )}
    </>
  )
}
