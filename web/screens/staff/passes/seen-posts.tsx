import { type FormEvent, useState } from 'react'

import { seenPosts } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { usePages } from '#web/api/use-pages.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { None } from '../parts/facts.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { passTexts as texts } from './messages.ts'

const ROWS_PER_PAGE = 20

/** Which posts of a page they can read: what is asked about most. */
export function SeenPosts({ passId }: { passId: string }) {
  const [typed, setTyped] = useState('')
  const [pageHandle, setPageHandle] = useState('')

  function show(event: FormEvent) {
    event.preventDefault()
    const handle = typed.trim()
    setPageHandle(handle.startsWith('@') || handle.startsWith('/') ? handle.slice(1) : handle)
  }

  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.postsHelp}</p>
      <form className="mb-5 flex max-w-144 flex-col gap-3 sm:flex-row sm:items-end" onSubmit={show}>
        <TextField
          label={texts.handle}
          hint={texts.handleHelp}
          className="sm:flex-1"
          dir="ltr"
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{texts.show}</Button>
      </form>
      {pageHandle !== '' && <Posts passId={passId} pageHandle={pageHandle} />}
    </>
  )
}

function Posts({ passId, pageHandle }: { passId: string; pageHandle: string }) {
  const list = usePages(seenPosts, { passId, pageHandle, limit: ROWS_PER_PAGE }, (rows) => rows)
  return (
    <PagedList list={list} texts={texts} empty={<None>{texts.noPosts}</None>}>
      {(rows) => (
        <Rows>
          {rows.map(({ _id, title, locked, plan, publishedAt }) => (
            <Row
              key={_id}
              to={null}
              // Support reads no texts.
              title={nameOfPost({ title, excerpt: '', publishedAt })}
              badges={
                locked ? (
                  <Badge tone="warn">{texts.locked}</Badge>
                ) : (
                  <Badge tone="good">{texts.readable}</Badge>
                )
              }
              meta={texts.list([
                formatDay(publishedAt),
                ...(locked ? [plan ? texts.needs(plan.name) : texts.needsOther] : []),
              ])}
            />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}
