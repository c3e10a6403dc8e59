import { getBlockedUsers, unblockUser } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { creatorDetails, getCreators } from '#contract/creators/calls.ts'
import { getPosts } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { blockTexts as texts } from './messages.ts'

export type UnblockButtonProps = {
  userId: string
  name: string
  size?: ButtonSize
  /** Where focus goes, because this button is gone by then. */
  onUnblocked: () => void
}

/** Unblocks without confirmation, since blocking again is just as quick. */
export function UnblockButton({ userId, name, size = 'medium', onUnblocked }: UnblockButtonProps) {
  const unblock = useMutation(unblockUser, {
    refreshes: [getBlockedUsers, creatorDetails, getCreators, getPosts],
  })

  async function press() {
    try {
      await unblock.mutateAsync({ input: { userId } })
      toast.success(accountMessages.unblocked)
      onUnblocked()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
    }
  }

  return (
    <Button size={size} isLoading={unblock.isPending} onClick={() => void press()}>
      <RichText text={texts.unblock(name)} />
    </Button>
  )
}
