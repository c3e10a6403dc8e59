import { MessageCircle } from 'lucide-react'

import { findReach } from '#contract/conversations/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { messageTexts } from '#web/features/message-link/messages.ts'
import { conversationLink } from '#web/features/message-link/conversation-link.ts'
import { Link } from '#web/ui/link.tsx'

/** Leads to the conversation with a page, for those who may write to it or have one already. */
export function MessageButton({ pageHandle }: { pageHandle: string }) {
  const reach = useQuery(findReach, { pageHandle }).data
  if (!reach || (reach.door === 'closed' && reach.conversationId === null)) return null
  return (
    <Link
      to={conversationLink(reach.conversationId, { pageHandle })}
      title={messageTexts.message}
      className="inline-grid size-11 shrink-0 place-items-center rounded-full border border-line-strong text-ink-soft hover:bg-wash hover:text-ink"
    >
      <MessageCircle aria-hidden="true" className="size-5" />
      <span className="sr-only">{messageTexts.message}</span>
    </Link>
  )
}
