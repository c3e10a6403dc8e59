import { Users } from 'lucide-react'
import { useState } from 'react'

import { listModerators, removeModerator } from '#contract/moderation/calls.ts'
import { moderationMessages } from '#contract/moderation/messages.ts'
import { MODERATORS_MAX } from '#contract/moderation/rules.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { AddModerator } from './add-moderator.tsx'
import { moderationScreenTexts } from './messages.ts'
import { PersonList, PersonRow } from './person-row.tsx'

const texts = moderationScreenTexts.people

/** Who keeps order besides the creator; only the creator names and removes them. */
export function ModeratorsTab({ pageHandle, isOwner }: { pageHandle: string; isOwner: boolean }) {
  const moderators = useQuery(listModerators, { pageHandle })
  const removal = useMutation(removeModerator, { refreshes: [listModerators] })
  const [leaving, setLeaving] = useState<{ _id: string; name: string } | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  if (!moderators.data)
    return moderators.isError ? (
      <ErrorState
        title={texts.failed}
        onRetry={() => void moderators.refetch()}
        isRetrying={moderators.isFetching}
      >
        {moderators.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )

  const known = moderators.data
  function close() {
    removal.reset()
    setIsAsking(false)
  }
  function remove() {
    if (leaving === null) return
    removal.mutate(
      { input: { pageHandle, userId: leaving._id } },
      {
        onSuccess() {
          close()
          toast.success(moderationMessages.moderatorRemoved)
        },
      },
    )
  }

  return (
    <div className="space-y-8">
      {known.length === 0 ? (
        <EmptyState icon={<Users />} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      ) : (
        <div className="space-y-4">
          <p className="text-base text-ink-soft">{texts.hint}</p>
          <PersonList>
            {known.map((person) => (
              <PersonRow
                key={person._id}
                person={person}
                detail={texts.since(dayText(person.namedAt))}
                action={
                  isOwner && (
                    <Button
                      size="small"
                      variant="quiet"
                      onClick={() => {
                        setLeaving(person)
                        setIsAsking(true)
                      }}
                    >
                      {texts.remove}
                    </Button>
                  )
                }
              />
            ))}
          </PersonList>
        </div>
      )}
      {isOwner &&
        (known.length >= MODERATORS_MAX ? (
          <p className="text-base text-ink-soft">{moderationMessages.moderatorsFull}</p>
        ) : (
          <AddModerator pageHandle={pageHandle} known={known} />
        ))}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.removeTitle(leaving?.name ?? '')}
        body={texts.removeBody}
        confirmLabel={texts.remove}
        cancelLabel={texts.keep}
        isDanger
        isPending={removal.isPending}
        error={removal.error?.message}
        onConfirm={remove}
        onCancel={close}
      />
    </div>
  )
}
