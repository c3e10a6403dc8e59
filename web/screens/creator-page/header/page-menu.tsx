import { Ban, Ellipsis, Flag, MessageCircle, Rss } from 'lucide-react'
import { Suspense, useState } from 'react'

import { findReach } from '#contract/conversations/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { BlockDialog } from '#web/features/block/block-dialog.tsx'
import { blockTexts as texts } from '#web/features/block/messages.ts'
import { conversationLink } from '#web/features/message-link/conversation-link.ts'
import { messageTexts } from '#web/features/message-link/messages.ts'
import { privateFeedTexts } from '#web/features/private-feeds/messages.ts'
import { forgetVisit } from '#web/features/recently-visited/recently-visited.ts'
import { reportTexts } from '#web/features/report/messages.ts'
import { ReportDialog } from '#web/features/report/report-part.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Menu } from '#web/ui/menu.tsx'

import type { Creator } from '../creator.ts'

/** What a member does on a page besides reading and joining: write to its creator, and what the menu has. */
export function PageMenu({ creator, onBlocked }: { creator: Creator; onBlocked: () => void }) {
  const [isBlocking, setIsBlocking] = useState(false)
  const [isReporting, setIsReporting] = useState(false)
  return (
    <>
      <MessageButton pageHandle={creator.pageHandle} />
      <Menu
        items={[
          ...(creator.isSubscribed || creator.isFollowing
            ? [
                {
                  id: 'feeds',
                  label: privateFeedTexts.title,
                  icon: <Rss />,
                  to: `/settings?tab=memberships&app=${creator.pageHandle}`,
                },
              ]
            : []),
          {
            id: 'report',
            label: reportTexts.report,
            icon: <Flag />,
            onSelect: () => setIsReporting(true),
          },
          {
            id: 'block',
            label: texts.blockPage,
            icon: <Ban />,
            isDanger: true,
            onSelect: () => setIsBlocking(true),
          },
        ]}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            label={texts.pageMenu}
            icon={<Ellipsis aria-hidden="true" />}
            variant="outlined"
          />
        )}
      />
      {isReporting && (
        <Suspense>
          <ReportDialog
            target={{ kind: 'page', id: creator._id }}
            isOpen
            onClose={() => setIsReporting(false)}
          />
        </Suspense>
      )}
      <BlockDialog
        who={{ pageHandle: creator.pageHandle }}
        name={creator.pageName}
        isOpen={isBlocking}
        onClose={() => setIsBlocking(false)}
        onBlocked={() => {
          forgetVisit(creator._id)
          onBlocked()
        }}
      />
    </>
  )
}

/** Leads to the conversation with a page, for those who may write to it or have one already. */
function MessageButton({ pageHandle }: { pageHandle: string }) {
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
