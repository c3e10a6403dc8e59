import { useState } from 'react'

import { askForRole, listApprovals, listPeople } from '#contract/console/calls.ts'
import { type StaffRole, STAFF_ROLES } from '#contract/http/permissions.ts'
import { useQuery } from '#web/api/queries.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { consoleTexts } from '../messages.ts'
import { Part } from '../parts/facts.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { roleTexts } from './messages.ts'

const texts = roleTexts.ask
const SHOWN = 5

/** Finds somebody with an account, and asks for a role for them. */
export function AskForRole() {
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [role, setRole] = useState<StaffRole>('support')
  const [isAsking, setIsAsking] = useState(false)
  const q = useSettled(typed.trim())
  const found = useQuery(listPeople, { q, status: 'active', limit: SHOWN }, { isEnabled: q !== '' })
  const people = q === '' ? [] : (found.data ?? [])
  const chosen = people.find(({ _id }) => _id === chosenId) ?? people[0]
  return (
    <Part title={texts.heading}>
      <div className="grid max-w-reading gap-4 sm:grid-cols-2">
        <TextField
          label={texts.person}
          help={q !== '' && found.data?.length === 0 ? texts.nobody : texts.personHelp}
          className="sm:col-span-2"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {chosen && (
          <Select
            label={texts.person}
            isLabelHidden
            value={chosen._id}
            options={people.map(({ _id, name, username }) => ({
              value: _id,
              label: texts.choose(name, username),
            }))}
            onChange={(event) => setChosenId(event.target.value)}
          />
        )}
        {chosen && (
          <Select
            label={texts.role}
            isLabelHidden
            value={role}
            options={STAFF_ROLES.map((value) => ({ value, label: consoleTexts.roles[value] }))}
            onChange={({ target }) => setRole(STAFF_ROLES.find((each) => each === target.value) ?? role)}
          />
        )}
      </div>
      <Button className="mt-4" disabled={!chosen} onClick={() => setIsAsking(true)}>
        {texts.open}
      </Button>
      {isAsking && chosen && (
        <ReasonDialog
          route={askForRole}
          inputOf={(reason) => ({ userId: chosen._id, role, reason })}
          refreshes={[listApprovals]}
          title={texts.title(consoleTexts.roles[role], chosen.name)}
          body={texts.body}
          confirmLabel={texts.confirm}
          done={texts.done}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Part>
  )
}
