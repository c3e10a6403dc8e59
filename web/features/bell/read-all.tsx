import { getBadges, listNotifications, readNotifications } from '#contract/notifications/calls.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { bellTexts as texts } from './messages.ts'

/** Marks everything as read. It stays in its place, so that what is beside it does, too. */
export function ReadAll({ isAnyUnread }: { isAnyUnread: boolean }) {
  const read = useMutation(readNotifications, { refreshes: [getBadges, listNotifications] })

  async function readAll() {
    try {
      await read.mutateAsync({ input: { all: true } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.failed)
    }
  }

  return (
    <Button
      variant="quiet"
      size="small"
      disabled={!isAnyUnread}
      isLoading={read.isPending}
      onClick={() => void readAll()}
    >
      {texts.readAll}
    </Button>
  )
}
