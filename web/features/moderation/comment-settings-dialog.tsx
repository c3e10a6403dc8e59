import { useState } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import { getCommentSettings, setCommentSettings } from '#contract/posts/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { type CommentersChoice, CommentersFields } from './commenters-fields.tsx'
import { moderationTexts } from './messages.ts'

const texts = moderationTexts.ofPost

export interface CommentSettingsDialogProps {
  pageHandle: string
  /** null: closed. */
  postId: string | null
  onClose: () => void
}

/** Who may comment on one post, where that differs from its page. */
export function CommentSettingsDialog({ pageHandle, postId, onClose }: CommentSettingsDialogProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<CommentersChoice | null>(null)
  // The last one stays while the dialog closes.
  if (postId !== null && postId !== shownId) {
    setShownId(postId)
    setChosen(null)
  }
  const known = useQuery(getCommentSettings, { id: shownId ?? '' }, { isEnabled: shownId !== null })
  const saving = useMutation(setCommentSettings, { refreshes: [getCommentSettings, getChannel] })
  // Until its own answer is here, a query shows the last post's.
  const value = chosen ?? (known.isPlaceholderData ? undefined : known.data)

  function close() {
    saving.reset()
    setChosen(null)
    onClose()
  }
  function save() {
    if (!value || shownId === null) return
    saving.mutate(
      { input: { id: shownId, ...value } },
      {
        onSuccess() {
          close()
          toast.success(texts.saved)
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={postId !== null}
      onClose={close}
      size="narrow"
      title={texts.title}
      description={texts.body}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {texts.cancel}
          </Button>
          <Button variant="primary" isLoading={saving.isPending} onClick={save}>
            {texts.save}
          </Button>
        </>
      }
    >
      {saving.error && <FormError>{saving.error.message}</FormError>}
      {value ? (
        <CommentersFields
          pageHandle={pageHandle}
          value={value}
          asOnPage={texts.asOnPage}
          isLabelHidden
          onChange={setChosen}
        />
      ) : known.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void known.refetch()} isRetrying={known.isFetching}>
          {known.error.message}
        </ErrorState>
      ) : (
        <SkeletonList shape="row" count={1} label={texts.loading} />
      )}
    </Dialog>
  )
}
