import { Eye, FileX2, Link2Off } from 'lucide-react'

import { formatRelease } from '#contract/dates.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { getPreview } from '#contract/posts/preview-routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { previewTexts as texts } from './messages.ts'

/** One post, for whoever was given its preview link. */
export function PreviewScreen() {
  const { token = '' } = useParams()
  const preview = useQuery(getPreview, { token })
  if (!preview.data) {
    if (!preview.isError) return <FullPageSpinner label={texts.loading} />
    const hasEnded =
      preview.error.code === postFailures.preview_link_invalid.code || preview.error.status < 500
    return (
      <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
        <h1 className="sr-only">{texts.title}</h1>
        {hasEnded ? (
          <EmptyState icon={<Link2Off />} title={texts.goneTitle}>
            {postFailures.preview_link_invalid.message}
          </EmptyState>
        ) : (
          <ErrorState
            title={texts.failed}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          >
            {preview.error.message}
          </ErrorState>
        )}
      </div>
    )
  }

  const { post, mediaLeftOut, expiresAt } = preview.data
  const { pageName, pageHandle } = post.creatorId
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <h1 className="sr-only">{texts.title}</h1>
      <p className="mb-8 flex items-start gap-3 rounded-card bg-wash p-4 text-sm text-ink-soft sm:p-5">
        <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
        <span className="min-w-0 wrap-break-word">{texts.notice(pageName, dayOf(expiresAt))}</span>
      </p>
      <PostCard post={post} isViewerKnown />
      {mediaLeftOut > 0 && (
        <p className="mt-6 flex items-start gap-3 rounded-card border border-line p-4 text-sm text-ink-soft">
          <FileX2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          {texts.mediaLeftOut(mediaLeftOut)}
        </p>
      )}
      <div className="mt-10 border-t border-line pt-6">
        <Button to={`/${pageHandle}`}>{texts.visit(pageName)}</Button>
      </div>
    </div>
  )
}

function dayOf(moment: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return formatRelease(moment, { now: new Date(), timeZone })
}
