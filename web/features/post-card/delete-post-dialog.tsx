import { postMessages as messages } from '#contract/posts/messages.ts'
import { deletePost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { useMutation } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { postCardTexts } from './messages.ts'
import type { Post } from './post.ts'

const texts = postCardTexts.delete

export type DeletePostDialogProps = {
  /** null: closed. */
  post: Post | null
  onClose: () => void
  onDeleted: () => void
}

/** Confirms before a post is deleted for good. */
export function DeletePostDialog({ post, onClose, onDeleted }: DeletePostDialogProps) {
  const removal = useMutation(deletePost, { refreshes: [getPostsByPageHandle, getPosts] })

  async function remove() {
    if (!post || removal.isPending) return
    try {
      await removal.mutateAsync({ input: { id: post._id } })
      toast.success(messages.deleted)
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
