import { useState } from 'react'

import {
  askForRole,
  endRolesOf,
  listApprovals,
  listPeople,
  listStaffMembers,
} from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { type StaffRole, STAFF_ROLES } from '#contract/http/permissions.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { consoleTexts } from '../messages.ts'
import { allAtOnce, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Part } from '../parts/record.tsx'
import { useOwnId } from '../rights.ts'
import { roleTexts as texts } from './messages.ts'

type Member = OutputOf<typeof listStaffMembers>[number]

const askTexts = texts.ask
const PEOPLE_SHOWN = 5

/** Who is on the staff, and as what. */
export function Roles() {
  const list = allAtOnce(useQuery(listStaffMembers, {}))
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <StaffList list={list} empty="">
        {(member) => <MemberRow member={member} />}
      </StaffList>
      <AskForRole />
    </StaffPlace>
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

/** Finds somebody with an account, and asks for a role for them. */
function AskForRole() {
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [role, setRole] = useState<StaffRole>('support')
  const [isAsking, setIsAsking] = useState(false)
  const q = useSettled(typed.trim())
  const found = useQuery(listPeople, { q, status: 'active', limit: PEOPLE_SHOWN }, { isEnabled: q !== '' })
  const people = q === '' ? [] : (found.data ?? [])
  const chosen = people.find(({ _id }) => _id === chosenId) ?? people[0]
  return (
    <Part title={askTexts.heading}>
      <div className="grid max-w-reading gap-4 sm:grid-cols-2">
        <TextField
          label={askTexts.person}
          help={q !== '' && found.data?.length === 0 ? askTexts.nobody : askTexts.personHelp}
          className="sm:col-span-2"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {chosen && (
          <Select
            label={askTexts.person}
            isLabelHidden
            value={chosen._id}
            options={people.map(({ _id, name, username }) => ({
              value: _id,
              label: askTexts.choose(name, username),
            }))}
            onChange={(event) => setChosenId(event.target.value)}
          />
        )}
        {chosen && (
          <Select
            label={askTexts.role}
            isLabelHidden
            value={role}
            options={STAFF_ROLES.map((value) => ({ value, label: consoleTexts.roles[value] }))}
            onChange={({ target }) => setRole(STAFF_ROLES.find((each) => each === target.value) ?? role)}
          />
        )}
      </div>
      <Button className="mt-4" disabled={!chosen} onClick={() => setIsAsking(true)}>
        {askTexts.open}
      </Button>
      {isAsking && chosen && (
        <ReasonDialog
          route={askForRole}
          inputOf={(reason) => ({ userId: chosen._id, role, reason })}
          refreshes={[listApprovals]}
          title={askTexts.title(consoleTexts.roles[role], chosen.name)}
          body={askTexts.body}
          confirmLabel={askTexts.confirm}
          done={askTexts.done}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Part>
  )
}
