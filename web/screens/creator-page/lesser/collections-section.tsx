import { ListOrdered, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'

import { listCollections } from '#contract/posts/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { CollectionCard } from '#web/features/collections/collection-card.tsx'
import { collectionTexts as texts } from '#web/features/collections/messages.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import type { Creator } from '../creator.ts'

// Only for the owner.
const CollectionDialog = lazyPart(
  async () => (await import('#web/features/collections/collection-dialog.tsx')).CollectionDialog,
)

export interface CollectionsSectionProps {
  /** As in the address: part of the query. */
  pageHandle: string
  creator: Creator
}

/** A page's collections, newest first. */
export function CollectionsSection({ pageHandle, creator }: CollectionsSectionProps) {
  const query = useQuery(listCollections, { pageHandle })
  const [isCreating, setIsCreating] = useState(false)
  const isOwner = creator.isCurrentUser
  const create = (
    <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <section aria-labelledby="collections-heading" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="collections-heading" className="min-w-0 font-display text-xl wrap-break-word">
          {texts.title(creator.pageName)}
        </h2>
        {isOwner && query.data && query.data.length > 0 && create}
      </div>
      {query.data ? (
        query.data.length > 0 ? (
          <ul className="mt-6 grid gap-x-6 gap-y-8 sm:grid-cols-2">
            {query.data.map((collection) => (
              <li key={collection._id} className="min-w-0">
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            className="mt-6"
            icon={<ListOrdered />}
            title={isOwner ? texts.firstTitle : texts.noneTitle}
            action={isOwner ? create : undefined}
          >
            {isOwner ? texts.first : texts.none(creator.pageName)}
          </EmptyState>
        )
      ) : query.error ? (
        <ErrorState title={texts.failed} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          {query.error.message}
        </ErrorState>
      ) : (
        <div className="mt-6">
          <SkeletonList shape="card" label={texts.loading} />
        </div>
      )}
      {isOwner && (
        <Suspense>
          <CollectionDialog isOpen={isCreating} collection={null} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </section>
  )
}
