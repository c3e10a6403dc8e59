import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { STUDIO_LIVE_PATH } from '#contract/live/live-address.ts'
import { useQuery } from '#web/api/use-query.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink, Page } from '#web/ui/page.tsx'

import { liveTexts } from './messages.ts'
import { PageGate } from './page-gate.tsx'
import { SessionDialog } from './planning/session-dialog.tsx'
import { SessionList } from './planning/session-list.tsx'
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
          <SessionScreen key={liveId} liveSessionId={liveId} page={creator} isStudio={false} />
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
      <Page title={texts.title}>
        <EmptyState
          title={texts.noPage}
          action={
            <Button variant="primary" to="/create">
              {texts.openPage}
            </Button>
          }
        />
      </Page>
    )
  return (
    <PageGate pageHandle={user.pageHandle}>
      {(creator) =>
        liveId === undefined ? (
          <OwnList {...creator} />
        ) : (
          <SessionScreen key={liveId} liveSessionId={liveId} page={creator} isStudio />
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
    <Page
      title={texts.title}
      above={
        <BackLink to={`/${pageHandle}`}>
          <bdi>{pageName}</bdi>
        </BackLink>
      }
      actions={isOwner && <Button to={STUDIO_LIVE_PATH}>{texts.manage}</Button>}
    >
      <SessionList {...{ pageHandle, pageName }} isStudio={false} onPlan={null} />
    </Page>
  )
}

function OwnList({ pageHandle, pageName }: ListProps) {
  const [isPlanning, setIsPlanning] = useState(false)
  const plan = () => setIsPlanning(true)
  usePageTitle(texts.title)
  return (
    <Page
      title={texts.title}
      actions={
        <Button variant="primary" icon={<CalendarPlus />} onClick={plan}>
          {texts.plan}
        </Button>
      }
    >
      <SessionList {...{ pageHandle, pageName }} isStudio onPlan={plan} />
      <SessionDialog
        isOpen={isPlanning}
        session={null}
        pageHandle={pageHandle}
        onClose={() => setIsPlanning(false)}
      />
    </Page>
  )
}
