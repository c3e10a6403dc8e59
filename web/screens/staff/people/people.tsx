import { UserSearch } from 'lucide-react'
import { useState } from 'react'

import { listPeople } from '#contract/console/calls.ts'
import { PERSON_STATES } from '#contract/console/rules.ts'
import { formatDay } from '#contract/dates.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

import { partTexts } from '../parts/messages.ts'
import { PlacePage } from '../parts/place-page.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { peopleTexts as texts } from './messages.ts'
import { PersonBadge } from './person-badge.tsx'

const ROWS_PER_PAGE = 50

/** Everybody with an account. */
export function People() {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState('')
  const q = useSettled(typed.trim())
  const status = PERSON_STATES.find((each) => each === state)
  const list = usePages(
    listPeople,
    { limit: ROWS_PER_PAGE, ...(q !== '' && { q }), ...(status && { status }) },
    (rows) => rows,
  )
  return (
    <PlacePage>
      <PageHeader title={texts.title} />
      <SearchBar
        {...texts.search}
        typed={typed}
        onType={setTyped}
        filter={{
          label: texts.filter,
          value: state,
          options: [
            { value: '', label: partTexts.all },
            ...PERSON_STATES.map((value) => ({ value, label: texts.states[value] })),
          ],
          onChoose: setState,
        }}
      />
      <PagedList
        list={list}
        texts={texts}
        empty={
          <EmptyState icon={<UserSearch />} title={texts.none}>
            {texts.noneHelp}
          </EmptyState>
        }
      >
        {(rows) => (
          <Rows>
            {rows.map(({ _id, name, username, email, state: is, joinedAt }) => (
              <Row
                key={_id}
                to={`/staff/people/${_id}`}
                title={name}
                badges={<PersonBadge state={is} />}
                meta={texts.meta(username, email)}
                end={
                  <span className="hidden text-sm font-normal text-ink-soft sm:inline">
                    {texts.joined(formatDay(joinedAt))}
                  </span>
                }
              />
            ))}
          </Rows>
        )}
      </PagedList>
    </PlacePage>
  )
}
