import { Plus, Rss } from 'lucide-react'
import { useState } from 'react'

import { deletePrivateFeed, getPrivateFeeds, resetPrivateFeed } from '#contract/feeds/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { When } from '#web/features/time/when.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { privateFeedTexts as texts } from './messages.ts'
import { NewAddresses } from './new-addresses.tsx'
import { NewFeedDialog } from './new-feed-dialog.tsx'

type Feed = OutputOf<typeof getPrivateFeeds>['feeds'][number]

/** The apps that have an address. `askedFor`: the page whose menu led here, which is asked for first. */
export function PrivateFeeds({ askedFor }: { askedFor: string | null }) {
  const answer = useQuery(getPrivateFeeds, {})
  const [isAdding, setIsAdding] = useState(askedFor !== null)
  const [resetting, setResetting] = useState<Feed | null>(null)
  const [removing, setRemoving] = useState<Feed | null>(null)

  if (!answer.data) {
    if (!answer.isError) return <SkeletonList label={texts.loading} count={2} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void answer.refetch()} isRetrying={answer.isFetching}>
        {answer.error.message}
      </ErrorState>
    )
  }
  const { feeds, pages } = answer.data
  if (feeds.length + pages.length === 0) return <p className="text-base text-ink-soft">{texts.noPages}</p>
  return (
    <>
      {feeds.length === 0 && <p className="text-base text-ink-soft">{texts.none}</p>}
      {feeds.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
          {feeds.map((feed) => (
            <FeedRow key={feed._id} feed={feed} onReset={setResetting} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      {pages.length > 0 && (
        <Button className="mt-4" icon={<Plus />} onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
      )}
      <NewFeedDialog
        pages={pages}
        pageHandle={askedFor}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
      />
      <Resetting key={resetting?._id} feed={resetting} onClose={() => setResetting(null)} />
      <Removing feed={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function FeedRow({
  feed,
  onReset,
  onRemove,
}: {
  feed: Feed
  onReset: (feed: Feed) => void
  onRemove: (feed: Feed) => void
}) {
  const { label, pageName, pageHandle, createdAt } = feed
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Rss aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-48 flex-1">
        <Link to={`/${pageHandle}`} className="font-medium wrap-break-word hover:underline">
          {pageName}
        </Link>
        <p className="text-sm wrap-break-word text-ink-faint">
          <RichText text={texts.about(label)} slots={{ moment: <When moment={createdAt} /> }} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" onClick={() => onReset(feed)}>
          <RichText text={texts.reset(label)} />
        </Button>
        <Button size="small" variant="quiet" onClick={() => onRemove(feed)}>
          <RichText text={texts.remove(label)} />
        </Button>
      </div>
    </li>
  )
}

function Resetting({ feed, onClose }: { feed: Feed | null; onClose: () => void }) {
  const reset = useMutation(resetPrivateFeed, { refreshes: [getPrivateFeeds] })
  if (reset.data)
    return (
      <Dialog isOpen={feed !== null} onClose={onClose} title={texts.made.title(reset.data.feed.pageName)}>
        <NewAddresses {...reset.data} onDone={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      isOpen={feed !== null}
      title={feed && texts.resetting.title(feed.label)}
      body={texts.resetting.body}
      confirmLabel={texts.resetting.confirm}
      isPending={reset.isPending}
      error={reset.error?.message}
      onConfirm={() => feed && reset.mutate({ input: { feedId: feed._id } })}
      onCancel={onClose}
    />
  )
}

function Removing({ feed, onClose }: { feed: Feed | null; onClose: () => void }) {
  const removal = useMutation(deletePrivateFeed, { refreshes: [getPrivateFeeds] })
  return (
    <ConfirmDialog
      isOpen={feed !== null}
      title={feed && texts.removing.title(feed.label)}
      body={texts.removing.body}
      confirmLabel={texts.removing.confirm}
      isDanger
      isPending={removal.isPending}
      error={removal.error?.message}
      onConfirm={() => feed && removal.mutate({ input: { feedId: feed._id } }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  )
}
