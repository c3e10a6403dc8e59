import { Link2 } from 'lucide-react'
import { useState } from 'react'

import { formatRelease } from '#contract/dates.ts'
import { createPreviewLink, getPreviewLink, revokePreviewLink } from '#contract/posts/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { CopyField } from '#web/features/share/copy-field.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { previewLinkTexts as texts } from './messages.ts'

const copying = {
  label: texts.address,
  copy: texts.copy,
  copied: texts.copied,
  failed: texts.copyFailed,
}

export interface PreviewDialogProps {
  /** null: closed. */
  postId: string | null
  onClose: () => void
}

/** Makes, copies and revokes the link that shows a post to people without an account. */
export function PreviewDialog({ postId, onClose }: PreviewDialogProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  // The last one stays while the dialog closes.
  if (postId !== null && postId !== shownId) setShownId(postId)
  return (
    <Dialog isOpen={postId !== null} onClose={onClose} title={texts.label} description={texts.about}>
      {shownId && <PreviewLink key={shownId} id={shownId} />}
    </Dialog>
  )
}

function PreviewLink({ id }: { id: string }) {
  const known = useQuery(getPreviewLink, { id })
  const creation = useMutation(createPreviewLink, { refreshes: [getPreviewLink] })
  const ending = useMutation(revokePreviewLink, { refreshes: [getPreviewLink] })
  const [url, setUrl] = useState<string | null>(null)

  if (!known.data)
    return known.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void known.refetch()} isRetrying={known.isFetching}>
        {known.error.message}
      </ErrorState>
    ) : (
      <SkeletonList shape="row" label={texts.loading} />
    )

  async function create() {
    const made = await creation.mutateAsync({ input: { id } }).catch(() => null)
    if (made) setUrl(made.url)
  }
  async function revoke() {
    const ended = await ending.mutateAsync({ input: { id } }).catch(() => null)
    if (!ended) return
    setUrl(null)
    toast.success(texts.revoked)
  }
  const { expiresAt } = known.data
  const error = creation.error ?? ending.error
  return (
    <div className="flex flex-col gap-5">
      {error && <FormError>{error.message}</FormError>}
      {url !== null && <CopyField url={url} texts={copying} isMain />}
      {expiresAt !== null && (
        <p className="text-sm text-ink-soft">
          {url === null ? texts.existing(dayOf(expiresAt)) : texts.expires(dayOf(expiresAt))}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {url === null && (
          <Button
            variant="primary"
            icon={<Link2 />}
            isLoading={creation.isPending}
            onClick={() => void create()}
          >
            {expiresAt === null ? texts.create : texts.replace}
          </Button>
        )}
        {expiresAt !== null && (
          <Button isLoading={ending.isPending} onClick={() => void revoke()}>
            {texts.revoke}
          </Button>
        )}
      </div>
    </div>
  )
}

function dayOf(moment: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return formatRelease(moment, { now: new Date(), timeZone })
}
