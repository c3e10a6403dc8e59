import { FileX2, Link2Off } from 'lucide-react'
import { useState } from 'react'

import { postFailures } from '#contract/posts/failures.ts'
import { getPreview, getPreviewDownload, getPreviewPlayback } from '#contract/posts/calls.ts'
import { call } from '#web/api/call.ts'
import { useQuery } from '#web/api/queries.ts'
import { type Addresses, AddressesContext } from '#web/features/media/addresses.ts'
import { useParams } from '#web/routing/match-path.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { previewTexts as texts } from './messages.ts'
import { PreviewedPost } from './previewed-post.tsx'

/** Addresses of its media live for at least five minutes. */
const RENEWED_EVERY_MS = 4 * 60_000
/** While something in it is still being prepared. */
const ASKED_EVERY_MS = 5000

/** One post, for whoever was given its preview link. */
export function PreviewScreen() {
  const { token = '' } = useParams()
  const [isPreparing, setIsPreparing] = useState(false)
  const preview = useQuery(
    getPreview,
    { token },
    { refetchEveryMs: isPreparing ? ASKED_EVERY_MS : RENEWED_EVERY_MS },
  )
  const [addresses] = useState<Addresses>(() => ({
    playback: (mediaId) => call(getPreviewPlayback, { token, mediaId }),
    download: (mediaId) => call(getPreviewDownload, { token, mediaId }),
    areViewers: false,
  }))
  const hasEnded = preview.error !== null && preview.error.status >= 400 && preview.error.status < 500
  const data = hasEnded ? undefined : preview.data
  const isWaiting = data?.post.allMedia.some(({ state }) => state !== 'ready' && state !== 'failed') ?? false
  if (isWaiting !== isPreparing) setIsPreparing(isWaiting)

  if (data)
    return (
      <AddressesContext value={addresses}>
        <PreviewedPost {...data} />
      </AddressesContext>
    )
  if (!preview.isError) return <FullPageSpinner label={texts.loading} />
  return (
    <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
      <h1 className="sr-only">{texts.title}</h1>
      {preview.error.code === postFailures.content_too_long.code ? (
        <EmptyState icon={<FileX2 />} title={texts.failed}>
          {texts.tooLong}
        </EmptyState>
      ) : hasEnded && preview.error.status !== 429 ? (
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
