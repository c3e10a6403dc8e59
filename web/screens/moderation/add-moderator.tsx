import { Search } from 'lucide-react'
import { useId, useState } from 'react'

import { getMembers } from '#contract/analytics/calls.ts'
import { moderationMessages } from '#contract/moderation/messages.ts'
import { addModerator, findCandidate, listModerators } from '#contract/moderation/calls.ts'
import { PERSON_SEARCH_MAX_LENGTH } from '#contract/moderation/rules.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { moderationScreenTexts } from './messages.ts'
import { PersonList, PersonRow } from './person-row.tsx'

const texts = moderationScreenTexts.people
const FOUND_MAX = 5

/** Makes somebody a moderator: a member, found by name, or whoever has that username or address. */
export function AddModerator({
  pageHandle,
  known,
}: {
  pageHandle: string
  known: readonly { _id: string }[]
}) {
  const [typed, setTyped] = useState('')
  const headingId = useId()
  const q = useSettled(typed.trim())
  const found = useQuery(getMembers, { q, limit: FOUND_MAX }, { isEnabled: q !== '' })
  const exact = useQuery(findCandidate, { pageHandle, q }, { isEnabled: q !== '' })
  const naming = useMutation(addModerator, { refreshes: [listModerators] })
  const knownIds = new Set(known.map(({ _id }) => _id))
  const members = (found.data ?? []).map(({ member }) => ({ ...member, profileImage: null }))
  const isSettled = [found, exact].every((each) => each.isSuccess && !each.isPlaceholderData)
  const people = q === '' ? [] : [...(exact.data ?? []), ...members]
  const offered = people.filter(
    ({ _id }, index) => !knownIds.has(_id) && people.findIndex((other) => other._id === _id) === index,
  )

  async function name(userId: string) {
    try {
      await naming.mutateAsync({ input: { pageHandle, userId } })
      setTyped('')
      toast.success(moderationMessages.moderatorAdded)
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : moderationScreenTexts.queue.notDone)
    }
  }

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="font-display text-lg">
        {texts.add}
      </h2>
      <p className="mt-1 mb-3 text-base text-ink-soft">{texts.addHint}</p>
      <TextField
        label={texts.search}
        isLabelHidden
        type="search"
        autoComplete="off"
        placeholder={texts.search}
        leadingIcon={<Search />}
        maxLength={PERSON_SEARCH_MAX_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-3" aria-live="polite">
        {(found.isError || exact.isError) && q !== '' && <ErrorLine>{texts.searchFailed}</ErrorLine>}
        {q !== '' && isSettled && offered.length === 0 && (
          <p className="text-base text-ink-soft">{texts.nobodyFound}</p>
        )}
        {offered.length > 0 && (
          <PersonList>
            {offered.map((person) => (
              <PersonRow
                key={person._id}
                person={person}
                action={
                  <Button
                    size="small"
                    aria-label={texts.addPerson(person.name)}
                    isLoading={naming.isPending && naming.variables.input.userId === person._id}
                    onClick={() => void name(person._id)}
                  >
                    {texts.addShort}
                  </Button>
                }
              />
            ))}
          </PersonList>
        )}
      </div>
    </section>
  )
}
