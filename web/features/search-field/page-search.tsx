import { Search } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'

import { SEARCH_TEXT_MAX_LENGTH, SEARCH_TEXT_MIN_LENGTH } from '#contract/posts/limits.ts'
import { searchPath } from '#web/features/topics/search-path.ts'
import { navigate } from '#web/routing/navigate.ts'
import { TextField } from '#web/ui/text-field.tsx'

import { searchFieldTexts as texts } from './messages.ts'
import { useSlashKey } from './use-slash-key.ts'

/** Searches the posts of one page; the results are a page of their own. */
export function PageSearch({ pageHandle, pageName }: { pageHandle: string; pageName: string }) {
  const [typed, setTyped] = useState('')
  const fieldRef = useRef<HTMLInputElement>(null)
  useSlashKey(fieldRef)

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = typed.trim()
    if (q.length >= SEARCH_TEXT_MIN_LENGTH) navigate(searchPath({ q, in: 'posts', page: pageHandle }))
  }

  return (
    <search>
      <form onSubmit={search}>
        <TextField
          ref={fieldRef}
          type="search"
          label={texts.ofPage(pageName)}
          isLabelHidden
          placeholder={texts.placeholder}
          leadingIcon={<Search />}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_TEXT_MAX_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </search>
  )
}
