import { Ban } from 'lucide-react'

import { getBlockedUsers } from '#contract/accounts/block-routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { blockTexts as texts } from '#web/features/block/messages.ts'
import { UnblockButton } from '#web/features/block/unblock-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

import type { Creator } from './creator.ts'

/** Replaces plans and posts for users who blocked the page. */
export function BlockedPage({ creator, onUnblocked }: { creator: Creator; onUnblocked: () => void }) {
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
