import { useState } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { deleteCollection, listCollections } from '#contract/posts/calls.ts'
import { collectionMessages } from '#contract/posts/collection-messages.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { navigate } from '#web/routing/navigate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import type { Collection } from './collection.ts'
import { collectionTexts } from './messages.ts'

const texts = collectionTexts.removal

export type DeleteCollectionDialogProps = {
  /** null: closed. */
  collection: Collection | null
  pageHandle: string
  onClose: () => void
}

/** Confirms before a collection is deleted, and goes back to the others. */
export function DeleteCollectionDialog({ collection, pageHandle, onClose }: DeleteCollectionDialogProps) {
  const removal = useMutation(deleteCollection, { refreshes: [listCollections, creatorDetails] })
  const [problem, setProblem] = useState<string | null>(null)

  async function remove() {
    if (!collection || removal.isPending) return
    setProblem(null)
    try {
      await removal.mutateAsync({ input: { collectionId: collection._id } })
      toast.success(collectionMessages.deleted)
      onClose()
      navigate(`/${pageHandle}/collections`, { replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }

  return (
    <ConfirmDialog
      isOpen={collection !== null}
      title={texts.title(collection?.title ?? '')}
      body={texts.consequence}
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      isDanger
      isPending={removal.isPending}
      error={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}
