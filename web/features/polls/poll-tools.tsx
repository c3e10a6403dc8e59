import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { Poll } from '#contract/polls/poll.ts'
import { closePoll, getVotesFile } from '#contract/polls/calls.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FileButton } from '#web/features/file-download/file-button.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

import { pollTexts as texts } from './messages.ts'

const PollDialog = lazyPart(async () => (await import('./poll-dialog.tsx')).PollDialog)
const PollVotes = lazyPart(async () => (await import('./poll-votes.tsx')).PollVotes)

/** For those who may: who voted, the file of votes, changing and closing. */
export function PollTools({ poll, onChanged }: { poll: Poll; onChanged: (poll: Poll) => void }) {
  const { _id: pollId, state, mayManage, mayExport } = poll
  const [open, setOpen] = useState<'editing' | 'closing' | null>(null)
  const [areNamesShown, setAreNamesShown] = useState(false)
  const closing = useMutation(closePoll)
  const seesNames = poll.seesNames && state !== 'draft'
  const isManaged = mayManage && state !== 'closed'
  if (!isManaged && !seesNames) return null

  async function close() {
    onChanged(await closing.mutateAsync({ input: { pollId } }))
    setOpen(null)
  }

  return (
    <div className="mt-4 border-t border-line pt-3">
      {/* The words of the first button begin where those above do. */}
      <div className="-ms-3 flex flex-wrap items-center gap-1">
        {seesNames && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={areNamesShown}
            onClick={() => setAreNamesShown(!areNamesShown)}
          >
            {areNamesShown ? texts.hideWho : texts.who}
          </Button>
        )}
        {mayExport && state !== 'draft' && (
          <FileButton
            route={getVotesFile}
            input={{ pollId }}
            size="small"
            variant="quiet"
            icon={<Download />}
          >
            {texts.csv}
          </FileButton>
        )}
        {isManaged && (
          <Button size="small" variant="quiet" onClick={() => setOpen('editing')}>
            {texts.edit}
          </Button>
        )}
        {isManaged && state === 'open' && (
          <Button size="small" variant="quiet" onClick={() => setOpen('closing')}>
            {texts.close}
          </Button>
        )}
      </div>
      {areNamesShown && (
        <Suspense>
          <PollVotes poll={poll} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={open === 'closing'}
        title={texts.closing.title}
        body={texts.closing.body}
        confirmLabel={texts.closing.confirm}
        isPending={closing.isPending}
        error={closing.error?.message ?? null}
        onConfirm={() => void close().catch(() => undefined)}
        onCancel={() => setOpen(null)}
      />
      {open === 'editing' && (
        <Suspense>
          <PollDialog
            isOpen
            purpose={{ kind: 'change', poll }}
            pageHandle={poll.pageHandle}
            onDone={(changed) => {
              if (changed) onChanged(changed)
              setOpen(null)
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
