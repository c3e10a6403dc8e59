import { UserSearch } from 'lucide-react'

import { listPeople } from '#contract/console/calls.ts'
import { PERSON_STATES, type PersonState } from '#contract/console/rules.ts'
import { formatDay } from '#contract/dates.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'

import { Row, Searched, StaffList, StaffPlace } from '../parts/list.tsx'
import { peopleTexts as texts } from './messages.ts'

const ROWS_PER_PAGE = 50
const TONES = { unconfirmed: 'neutral', suspended: 'bad', closing: 'warn', erased: 'grey' } as const

/** Everybody with an account. */
export function People() {
  const filter = { label: texts.filter, values: PERSON_STATES, texts: texts.states }
  return (
    <StaffPlace title={texts.title}>
      <Searched search={texts.search} filter={filter}>
        {(q, status) => <Found q={q} status={status} />}
      </Searched>
    </StaffPlace>
  )
}

function Found({ q, status }: { q: string; status: PersonState | null }) {
  const list = usePages(
    listPeople,
    { limit: ROWS_PER_PAGE, ...(q !== '' && { q }), ...(status && { status }) },
    (rows) => rows,
  )
  return (
    <StaffList list={list} empty={{ icon: <UserSearch />, title: texts.none, help: texts.noneHelp }}>
      {({ _id, name, username, email, state, joinedAt }) => (
        <Row
          to={`/staff/people/${_id}`}
          title={name}
          badges={<PersonBadge state={state} />}
          meta={texts.meta(username, email)}
          end={
            <span className="hidden text-sm font-normal text-ink-soft sm:inline">
              {texts.joined(formatDay(joinedAt))}
            </span>
          }
        />
      )}
    </StaffList>
  )
}

/** What is unusual about an account; nothing for nearly everyone. */
export function PersonBadge({ state }: { state: PersonState }) {
  return state === 'active' ? null : <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
}
