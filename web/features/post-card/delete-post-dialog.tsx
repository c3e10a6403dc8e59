import { creatorDetails } from '#contract/creators/calls.ts'
import { DELETE_UNDO_SECONDS } from '#contract/posts/limits.ts'
import { postMessages as messages } from '#contract/posts/messages.ts'
import { deletePost, getPosts, getPostsByPageHandle, movePost } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { ownerTexts } from './owner-messages.ts'
import type { Post } from './post.ts'

const texts = ownerTexts.delete

export type DeletePostDialogProps = {
  /** null: closed. */
  post: Post | null
  onClose: () => void
  onDeleted: () => void
}

/** Confirms before a post is deleted, and offers to bring it back for as long as that works. */
export function DeletePostDialog({ post, onClose, onDeleted }: DeletePostDialogProps) {
  const removal = useMutation(deletePost, { refreshes: [creatorDetails, getPostsByPageHandle, getPosts] })
  const restoring = useMutation(movePost, { refreshes: [creatorDetails, getPostsByPageHandle, getPosts] })

  async function bringBack(id: string) {
    try {
      await restoring.mutateAsync({ input: { id, to: 'restored' } })
      toast.success(messages.restored)
    } catch (error) {
      const isLate = error instanceof CallError && error.status === 404
      toast.error(isLate || !(error instanceof CallError) ? texts.undoLate : error.message)
    }
  }

  async function remove() {
    if (!post || removal.isPending) return
    try {
      await removal.mutateAsync({ input: { id: post._id } })
      const { _id: id } = post
      toast.success(messages.deleted, {
        durationMs: DELETE_UNDO_SECONDS * 1000,
        action: { label: texts.undo, onClick: () => void bringBack(id) },
      })
      onClose()
      onDeleted()
    } catch {
      toast.error(messages.deleteFailed)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      isOpen={post !== null}
      title={messages.deleteQuestion}
      body={texts.consequence}
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      isDanger
      isPending={removal.isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}
