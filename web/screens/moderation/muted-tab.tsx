import { VolumeX } from 'lucide-react'

import { moderationMessages } from '#contract/moderation/messages.ts'
import { listMutes, unmutePerson } from '#contract/moderation/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { moderationScreenTexts } from './messages.ts'
import { PersonList, PersonRow } from './person-row.tsx'

const texts = moderationScreenTexts.muted

/** Who may not write now. */
export function MutedTab({ pageHandle }: { pageHandle: string }) {
  const mutes = useQuery(listMutes, { pageHandle })
  const lifting = useMutation(unmutePerson, { refreshes: [listMutes] })

  async function lift(userId: string) {
    try {
      await lifting.mutateAsync({ input: { pageHandle, userId } })
      toast.success(moderationMessages.unmuted)
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : moderationScreenTexts.queue.notDone)
    }
  }

  if (!mutes.data)
    return mutes.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void mutes.refetch()} isRetrying={mutes.isFetching}>
        {mutes.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (mutes.data.length === 0)
    return (
      <EmptyState icon={<VolumeX />} title={texts.none}>
        {texts.noneHelp}
      </EmptyState>
    )
  return (
    <PersonList>
      {mutes.data.map((person) => {
        const { _id, name, until, channelId } = person
        const length = until === null ? texts.always : texts.until(dayText(until))
        return (
          <PersonRow
            key={`${_id} ${channelId ?? ''}`}
            person={person}
            detail={channelId === null ? length : `${length}, ${texts.inOnePlace}`}
            action={
              <Button
                size="small"
                aria-label={texts.liftFor(name)}
                isLoading={lifting.isPending && lifting.variables.input.userId === _id}
                onClick={() => void lift(_id)}
              >
                {texts.lift}
              </Button>
            }
          />
        )
      })}
    </PersonList>
  )
}
