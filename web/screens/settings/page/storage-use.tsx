import { getStorage } from '#contract/media/calls.ts'
import { storageMessages } from '#contract/media/messages.ts'
import { storageText } from '#contract/media/sizes.ts'
import { useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.storage

/** How much of the storage for files is used. */
export function StorageUse() {
  const { data, error, refetch, isFetching } = useQuery(getStorage, {})
  if (!data && error)
    return (
      <ErrorState title={texts.failed} onRetry={() => void refetch()} isRetrying={isFetching}>
        {error.message}
      </ErrorState>
    )
  const used = data && storageMessages.use(storageText(data.usedBytes), storageText(data.allowedBytes))
  return (
    <div aria-busy={!data}>
      <p className="text-base">{used ?? texts.loading}</p>
      <ProgressBar
        className="mt-2"
        label={texts.title}
        percent={data ? (data.usedBytes / data.allowedBytes) * 100 : 0}
      />
    </div>
  )
}
