import { Ban } from 'lucide-react'

import { getBlockedUsers } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { blockTexts as texts } from './messages.ts'
import { UnblockButton } from './unblock-button.tsx'

/** Replaces plans and posts for users who blocked the page. */
export function BlockedPage({
  creator,
  onUnblocked,
}: {
  creator: { pageHandle: string; pageName: string }
  onUnblocked: () => void
}) {
  const owner = useQuery(getBlockedUsers, {}).data?.find(
    ({ pageHandle }) => pageHandle === creator.pageHandle,
  )
  return (
    <EmptyState
      icon={<Ban />}
      title={texts.blockedTitle}
      className="mt-10"
      action={owner && <UnblockButton userId={owner._id} name={creator.pageName} onUnblocked={onUnblocked} />}
    >
      {texts.blockedBody}
    </EmptyState>
  )
}
