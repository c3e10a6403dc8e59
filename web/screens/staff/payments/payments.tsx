import { UserSearch } from 'lucide-react'
import { useState } from 'react'

import { useSettled } from '#web/features/search-field/use-settled.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'

import { Payments } from '../parts/payments.tsx'
import { PlacePage } from '../parts/place-page.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { usePermit } from '../rights.ts'
import { onePaymentTexts as texts } from './messages.ts'

const STANDINGS = ['all', 'refunded', 'disputed'] as const

/** Payments to every page; support looks for one payment, or finds the person first. */
export function PaymentsPlace() {
  const [typed, setTyped] = useState('')
  const asked = useSearchParams().get('standing')
  const [chosen, setChosen] = useState<string>(asked ?? 'all')
  const q = useSettled(typed.trim())
  const seesAll = usePermit('money.read')?.reach === 'all'
  const standing = STANDINGS.find((each) => each === chosen) ?? 'all'
  return (
    <PlacePage>
      <PageHeader title={texts.title} />
      <SearchBar
        {...texts.search}
        typed={typed}
        onType={setTyped}
        {...(seesAll && {
          filter: {
            label: texts.filter,
            value: standing,
            options: STANDINGS.map((value) => ({ value, label: texts.standings[value] })),
            onChoose: setChosen,
          },
        })}
      />
      {seesAll || q !== '' ? (
        <Payments of={{ standing, ...(q !== '' && { q }) }} />
      ) : (
        <EmptyState
          icon={<UserSearch />}
          title={texts.findPerson}
          action={<Button to="/staff/people">{texts.people}</Button>}
        >
          {texts.findPersonHelp}
        </EmptyState>
      )}
    </PlacePage>
  )
}
