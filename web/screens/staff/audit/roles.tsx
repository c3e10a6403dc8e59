import { useState } from 'react'

import { endRolesOf, listStaffMembers } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { consoleTexts } from '../messages.ts'
import { PlacePage } from '../parts/place-page.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { useOwnId } from '../rights.ts'
import { AskForRole } from './ask-for-role.tsx'
import { roleTexts as texts } from './messages.ts'

type Member = OutputOf<typeof listStaffMembers>[number]

/** Who is on the staff, and as what. */
export function Roles() {
  const found = useQuery(listStaffMembers, {})
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-6">
        {found.data ? (
          <Rows>
            {found.data.map((member) => (
              <MemberRow key={member._id} member={member} />
            ))}
          </Rows>
        ) : found.isError ? (
          <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
            {found.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={texts.loading} />
        )}
      </div>
      <AskForRole />
    </PlacePage>
  )
}

function MemberRow({ member }: { member: Member }) {
  const [isEnding, setIsEnding] = useState(false)
  const isOwn = useOwnId() === member._id
  return (
    <Row
      to={`/staff/people/${member._id}`}
      title={member.name}
      badges={
        <>
          {isOwn && <Badge tone="brand">{texts.you}</Badge>}
          {!member.hasFactor && <Badge tone="warn">{texts.noFactor}</Badge>}
        </>
      }
    >
      <ul className="mt-1 text-sm text-ink-soft">
        {member.roles.map(({ role, grantedAt, grantedBy }) => (
          <li key={role}>{texts.granted(consoleTexts.roles[role], formatDay(grantedAt), grantedBy)}</li>
        ))}
      </ul>
      {!isOwn && (
        // Above the link that the whole row is.
        <Button size="small" className="relative z-1 mt-3" onClick={() => setIsEnding(true)}>
          {texts.end.open}
        </Button>
      )}
      {isEnding && (
        <ReasonDialog
          route={endRolesOf}
          inputOf={(reason) => ({ userId: member._id, reason })}
          refreshes={[listStaffMembers]}
          title={texts.end.title(member.name)}
          body={texts.end.body}
          confirmLabel={texts.end.confirm}
          done={texts.end.done}
          isDanger
          onClose={() => setIsEnding(false)}
        />
      )}
    </Row>
  )
}
