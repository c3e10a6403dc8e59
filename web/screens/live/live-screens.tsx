import { CalendarPlus, ChevronLeft } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { STUDIO_LIVE_PATH } from '#contract/live/live-address.ts'
import { useQuery } from '#web/api/use-query.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

import { liveTexts } from './messages.ts'
import { Column, PageGate } from './page-gate.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { SessionList } from './session-list.tsx'
import { SessionScreen } from './session-screen.tsx'

const texts = liveTexts.list

/** A page's live sessions, or one of them; without a page in the address, for who runs them. */
export function LiveScreens() {
  const { pageHandle, liveId } = useParams()
  if (pageHandle === undefined) return <Studio liveId={liveId} />
  return (
    <PageGate pageHandle={pageHandle}>
      {(creator) =>
        liveId === undefined ? (
          <List {...creator} isOwner={creator.isCurrentUser} />
        ) : (
          <SessionScreen key={liveId} liveSessionId={liveId} pageName={creator.pageName} isStudio={false} />
        )
      }
    </PageGate>
  )
}

function Studio({ liveId }: { liveId: string | undefined }) {
  const user = useQuery(getLoggedInUser, {}).data?.user
  if (!user) return <AwaitingUser />
  if (!user.pageHandle)
    return (
      <Column>
        <PageHeader title={texts.title} />
        <EmptyState
          className="mt-8"
          title={texts.noPage}
          action={
            <Button variant="primary" to="/create">
              {texts.openPage}
            </Button>
          }
        />
      </Column>
    )
  return (
    <PageGate pageHandle={user.pageHandle}>
      {({ pageHandle, pageName }) =>
        liveId === undefined ? (
          <OwnList {...{ pageHandle, pageName }} />
        ) : (
          <SessionScreen key={liveId} liveSessionId={liveId} pageName={pageName} isStudio />
        )
      }
    </PageGate>
  )
}

interface ListProps {
  pageHandle: string
  pageName: string
}

function List({ pageHandle, pageName, isOwner }: ListProps & { isOwner: boolean }) {
  usePageTitle(texts.titleOf(pageName))
  return (
    <Column>
      <Link
        to={`/${pageHandle}`}
        className="mb-3 inline-flex min-h-11 items-center gap-1 text-base text-ink-soft hover:text-ink hover:underline"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        <bdi>{pageName}</bdi>
      </Link>
      <PageHeader
        title={texts.title}
        actions={isOwner && <Button to={STUDIO_LIVE_PATH}>{texts.manage}</Button>}
      />
      <div className="mt-8">
        <SessionList {...{ pageHandle, pageName }} isStudio={false} onPlan={null} />
      </div>
    </Column>
  )
}

function OwnList({ pageHandle, pageName }: ListProps) {
  const [isPlanning, setIsPlanning] = useState(false)
  const plan = () => setIsPlanning(true)
  usePageTitle(texts.title)
  return (
    <Column>
      <PageHeader
        title={texts.title}
        actions={
          <Button variant="primary" icon={<CalendarPlus />} onClick={plan}>
            {texts.plan}
          </Button>
        }
      />
      <div className="mt-8">
        <SessionList {...{ pageHandle, pageName }} isStudio onPlan={plan} />
      </div>
      <SessionDialog
        isOpen={isPlanning}
        session={null}
        pageHandle={pageHandle}
        onClose={() => setIsPlanning(false)}
      />
    </Column>
  )
}
