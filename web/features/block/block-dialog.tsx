import { blockUser, getBlockedUsers } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { creatorDetails, getCreators } from '#contract/creators/calls.ts'
import type { InputOf } from '#contract/http/route.ts'
import { getPosts } from '#contract/posts/calls.ts'
import { getUserSubscriptions } from '#contract/subscriptions/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { blockTexts as texts } from './messages.ts'

export type BlockDialogProps = {
  who: InputOf<typeof blockUser>
  name: string
  isOpen: boolean
  onClose: () => void
  onBlocked?: () => void
}

/** Confirms before blocking a page, or the member who supports it. */
export function BlockDialog({ who, name, isOpen, onClose, onBlocked }: BlockDialogProps) {
  const block = useMutation(blockUser, {
    refreshes: [getBlockedUsers, creatorDetails, getCreators, getPosts, getUserSubscriptions],
  })

  async function confirm() {
    try {
      // The element that opened this dialog may be gone by then: a row of a list, the page's menu.
      await block.mutateAsync({ input: who })
      toast.success(accountMessages.blocked)
      onClose()
      onBlocked?.()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={texts.question(name)}
      body={who.pageHandle === undefined ? texts.aboutMember : texts.aboutPage}
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      isDanger
      isPending={block.isPending}
      error={block.error?.message}
      onConfirm={() => void confirm()}
      onCancel={() => {
        block.reset()
        onClose()
      }}
    />
  )
}
