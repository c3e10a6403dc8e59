import { Search } from 'lucide-react'
import { type RefObject, type SubmitEvent, useRef, useState } from 'react'

import { SEARCH_TEXT_MAX_LENGTH, SEARCH_TEXT_MIN_LENGTH } from '#contract/posts/limits.ts'
import { useSlashKey } from '#web/features/search-field/use-slash-key.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { searchTexts as texts } from './messages.ts'
import { Results } from './results.tsx'
import { SearchFilters } from './search-filters.tsx'
import { readSearch } from './search-input.ts'
import { SuggestedTopics } from './suggested-topics.tsx'

/** The results of a search; all of it is in the address. */
export function SearchScreen() {
  const params = useSearchParams()
  const asked = readSearch(params)
  const fieldRef = useRef<HTMLInputElement>(null)
  useSlashKey(fieldRef)

  function change(changes: Record<string, string>) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name)
      else next.set(name, value)
    navigate(`?${next}`)
  }

  return (
    <Page title={texts.title}>
      <search className="block max-w-reading">
        {/* Another address is another text: the field begins with it. */}
        <Field key={asked.q} initial={asked.q} fieldRef={fieldRef} onSearch={(q) => change({ q })} />
        <SearchFilters asked={asked} onChange={change} />
      </search>
      {asked.q.length < SEARCH_TEXT_MIN_LENGTH ? (
        <EmptyState className="mt-10" icon={<Search />} title={texts.beginTitle} action={<SuggestedTopics />}>
          {texts.begin}
        </EmptyState>
      ) : (
        <Results asked={asked} />
      )}
    </Page>
  )
}

interface FieldProps {
  initial: string
  fieldRef: RefObject<HTMLInputElement | null>
  onSearch: (q: string) => void
}

function Field({ initial, fieldRef, onSearch }: FieldProps) {
  const [typed, setTyped] = useState(initial)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim().length >= SEARCH_TEXT_MIN_LENGTH) onSearch(typed.trim())
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        ref={fieldRef}
        type="search"
        label={texts.label}
        isLabelHidden
        placeholder={texts.placeholder}
        leadingIcon={<Search />}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_TEXT_MAX_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit">{texts.press}</Button>
    </form>
  )
}
