import { Store } from 'lucide-react'

import { listStaffCreators } from '#contract/console/calls.ts'
import { PAGE_STATES, type PageState } from '#contract/console/rules.ts'
import { formatDay } from '#contract/dates.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'

import { Row, Searched, StaffList, StaffPlace } from '../parts/list.tsx'
import { creatorTexts as texts } from './messages.ts'

const ROWS_PER_PAGE = 50

/** Every page. */
export function Pages() {
  const filter = { label: texts.filter, values: PAGE_STATES, texts: texts.states }
  return (
    <StaffPlace title={texts.title}>
      <Searched search={texts.search} filter={filter}>
        {(q, status) => <Found q={q} status={status} />}
      </Searched>
    </StaffPlace>
  )
}

function Found({ q, status }: { q: string; status: PageState | null }) {
  const list = usePages(
    listStaffCreators,
    { limit: ROWS_PER_PAGE, ...(q !== '' && { q }), ...(status && { status }) },
    (rows) => rows,
  )
  return (
    <StaffList list={list} empty={{ icon: <Store />, title: texts.none, help: texts.noneHelp }}>
      {({ _id, name, handle, owner, state, openedAt }) => (
        <Row
          to={`/staff/creators/${_id}`}
          title={name}
          badges={<PageBadge state={state} />}
          meta={texts.meta(handle, owner.name)}
          end={
            <span className="hidden text-sm font-normal text-ink-soft sm:inline">
              {texts.opened(formatDay(openedAt))}
            </span>
          }
        />
      )}
    </StaffList>
  )
}

/** What is unusual about a page; nothing for nearly every one. */
export function PageBadge({ state }: { state: PageState }) {
  return state === 'open' ? null : (
    <Badge tone={state === 'suspended' ? 'bad' : 'warn'}>{texts.states[state]}</Badge>
  )
}
