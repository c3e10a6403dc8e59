import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { getStreamKey, makeStreamKey } from '#contract/live/calls.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useQuery } from '#web/api/use-query.ts'
import { CopyField } from '#web/features/share/copy-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { Incoming } from './incoming.tsx'
import { streamKeyTexts as texts } from './messages.ts'

const REFRESHED_EVERY_MS = 3000
const copying = { copy: texts.copy, copied: texts.copied, failed: texts.copyFailed }

/** Where the creator's streaming software sends, its key, and what comes in. */
export function StreamPanel() {
  const known = useQuery(getStreamKey, {}, { refetchEveryMs: REFRESHED_EVERY_MS })
  const making = useMutation(makeStreamKey, { refreshes: [getStreamKey] })
  const [key, setKey] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  async function make() {
    const made = await making.mutateAsync({ input: {} }).catch(() => null)
    if (made === null) return
    setKey(made.key)
    setIsAsking(false)
  }

  if (!known.data)
    return known.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void known.refetch()} isRetrying={known.isFetching}>
        {known.error.message}
      </ErrorState>
    ) : (
      <SkeletonList shape="row" label={texts.loading} />
    )
  const { server, createdAt, incoming, fault } = known.data
  if (server === null) return <Banner tone="warn">{texts.notTaken}</Banner>
  return (
    <div className="flex flex-col gap-6">
      <Incoming {...{ incoming, fault }} />
      <CopyField url={server} texts={{ ...copying, label: texts.server }} />
      {key === null ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-sm text-ink-soft">
            {createdAt === null ? texts.none : texts.existing(createdAt)}
          </p>
          {making.error && !isAsking && <Banner tone="bad">{making.error.message}</Banner>}
          <Button
            variant={createdAt === null ? 'primary' : 'secondary'}
            icon={<KeyRound />}
            isLoading={making.isPending && !isAsking}
            onClick={() => (createdAt === null ? void make() : setIsAsking(true))}
          >
            {createdAt === null ? texts.make : texts.replace}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <CopyField url={key} texts={{ ...copying, label: texts.key }} isMain />
          <p className="text-sm text-ink-soft">{texts.once}</p>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.replaceTitle}
        body={texts.replaceBody}
        confirmLabel={texts.replace}
        cancelLabel={texts.cancel}
        isPending={making.isPending}
        error={making.error?.message}
        onConfirm={() => void make()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
