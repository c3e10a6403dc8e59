import { Files, PencilLine, Search } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { InputOf } from '#contract/http/route.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { listOwnPosts } from '#contract/posts/calls.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { PostCollectionsDialog } from '#web/features/collections/post-collections-dialog.tsx'
import { CommentSettingsDialog } from '#web/features/moderation/comment-settings-dialog.tsx'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { PreviewDialog } from '#web/features/preview-link/preview-dialog.tsx'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { ownPostsTexts as texts } from './messages.ts'
import { OwnPostRow } from './own-post-row.tsx'
import { type PostDialog, useOwnPostActions } from './use-own-post-actions.tsx'

const STATES = ['all', 'draft', 'scheduled', 'published', 'hidden'] as const
type State = (typeof STATES)[number]

/** All posts of a creator: drafts, scheduled, published and hidden ones. */
export function OwnPostsScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  if (!user) return <AwaitingUser />
  if (!user.pageHandle)
    return (
      <Page title={texts.title}>
        <EmptyState
          icon={<Files />}
          title={texts.noPage}
          action={
            <Button variant="primary" to="/create">
              {texts.openPage}
            </Button>
          }
        />
      </Page>
    )
  return <List pageHandle={user.pageHandle} />
}

function List({ pageHandle }: { pageHandle: string }) {
  const asked = useSearchParams().get('state')
  const [state, setState] = useState<State>(() => STATES.find((known) => known === asked) ?? 'all')
  const [typed, setTyped] = useState('')
  const [planId, setPlanId] = useState('')
  const q = useSettled(typed.trim())
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const list = useOwnPosts({
    ...(state !== 'all' && { state }),
    ...(planId !== '' && { planId }),
    ...(q !== '' && { q }),
  })
  const counts = list.answer?.counts
  const countOf = (of: State) => {
    if (!counts) return 0
    return of === 'all' ? counts.draft + counts.scheduled + counts.published + counts.hidden : counts[of]
  }
  const rows = <Rows list={list} {...{ state, plans, pageHandle }} isFiltered={q !== '' || planId !== ''} />

  return (
    <Page
      title={texts.title}
      actions={
        <Button variant="primary" icon={<PencilLine />} to={`/${pageHandle}/write/new`}>
          {texts.create}
        </Button>
      }
    >
      <div className="mb-4 flex flex-col gap-3 sm:flex-row">
        <TextField
          label={texts.search.label}
          isLabelHidden
          type="search"
          className="sm:flex-1"
          placeholder={texts.search.placeholder}
          leadingIcon={<Search />}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {plans.length > 0 && (
          <Select
            label={texts.plan.label}
            isLabelHidden
            className="sm:w-52"
            value={planId}
            options={[
              { value: '', label: texts.plan.all },
              ...plans.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={(event) => setPlanId(event.target.value)}
          />
        )}
      </div>
      <Tabs
        label={texts.tabs.label}
        value={state}
        tabs={STATES.map((value) => ({ value, label: texts.tabs[value](countOf(value)), panel: rows }))}
        onChange={(value) => setState(STATES.find((known) => known === value) ?? 'all')}
      />
    </Page>
  )
}

function Rows({
  list,
  state,
  plans,
  pageHandle,
  isFiltered,
}: {
  list: ReturnType<typeof useOwnPosts>
  state: State
  plans: readonly Plan[]
  pageHandle: string
  isFiltered: boolean
}) {
  const [opened, setOpened] = useState<{ id: string; dialog: PostDialog } | null>(null)
  const itemsOf = useOwnPostActions(pageHandle, ({ _id: id }, dialog) => setOpened({ id, dialog }))
  const idOf = (dialog: PostDialog) => (opened?.dialog === dialog ? opened.id : null)
  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={<Files />} title={isFiltered ? texts.none.found : texts.none[state]}>
        {isFiltered ? texts.none.foundHelp : state === 'all' ? texts.none.allHelp : null}
      </EmptyState>
    )
  return (
    <>
      <ul className="-mt-4 divide-y divide-line">
        {list.rows.map((post) => (
          <OwnPostRow
            key={post._id}
            post={post}
            plans={plans}
            pageHandle={pageHandle}
            items={itemsOf(post)}
          />
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex flex-col items-center gap-3 border-t border-line pt-8">
          {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
          <Button isLoading={list.moreState === 'loading'} onClick={list.showMore}>
            {texts.showMore}
          </Button>
        </div>
      )}
      <PostCollectionsDialog postId={idOf('collections')} onClose={() => setOpened(null)} />
      <CommentSettingsDialog
        pageHandle={pageHandle}
        postId={idOf('comments')}
        onClose={() => setOpened(null)}
      />
      <PreviewDialog postId={idOf('preview')} onClose={() => setOpened(null)} />
    </>
  )
}

/** What a creator looks for in their list. */
type Wanted = Pick<InputOf<typeof listOwnPosts>, 'state' | 'planId' | 'q'>

/** A creator's own posts, those they worked on last first. */
function useOwnPosts(wanted: Wanted) {
  return usePages(listOwnPosts, { ...wanted, limit: POSTS_PER_PAGE }, ({ posts }) => posts)
}
