import { useEffect, useState } from 'react'

import { listReachable } from '#contract/conversations/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { nameOf } from './address.ts'
import { messagesTexts } from './messages.ts'

const texts = messagesTexts.compose
const SETTLED_AFTER_MS = 250

export type Reachable = OutputOf<typeof listReachable>[number]

/** People the viewer may write to, found by the beginning of their names. */
export function PeoplePicker({
  leftOut,
  onPick,
}: {
  leftOut: readonly string[]
  onPick: (person: Reachable) => void
}) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const found = useQuery(listReachable, { q })
  const people = found.data?.filter(({ _id }) => !leftOut.includes(_id))

  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <div>
      <TextField
        label={texts.to}
        help={texts.toHelp}
        type="search"
        autoComplete="off"
        data-autofocus
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-3" aria-live="polite">
        {found.error && !people ? (
          <ErrorLine>{found.error.message}</ErrorLine>
        ) : !people ? (
          <SkeletonList label={messagesTexts.found.loading} count={3} />
        ) : people.length === 0 ? (
          <p className="text-sm text-ink-faint">{texts.nobody}</p>
        ) : (
          <ul className="-mx-3 max-h-72 overflow-y-auto">
            {people.map((person) => (
              <li key={person._id}>
                <button
                  type="button"
                  onClick={() => onPick(person)}
                  className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-wash"
                >
                  <Avatar
                    name={nameOf(person)}
                    {...(person.pageHandle !== null && { handle: person.pageHandle })}
                    src={person.profileImage}
                    size={32}
                  />
                  <bdi className="min-w-0 truncate">{nameOf(person)}</bdi>
                  {person.pageHandle !== null && (
                    <span dir="ltr" className="ms-auto min-w-0 truncate text-sm text-ink-faint">
                      @{person.pageHandle}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
