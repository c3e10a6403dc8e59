import { CalendarX2, Ellipsis, ExternalLink, PencilLine } from 'lucide-react'
import { Suspense, useState } from 'react'

import { getLiveSession, listLiveSessions, moveLiveSession } from '#contract/live/calls.ts'
import { livePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { liveMessages } from '#contract/live/messages.ts'
import { isUnderWay, type LiveMove } from '#contract/live/rules.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { finishBroadcast } from '#web/features/broadcast/on-air.ts'
import { isStartEarly, PreflightDialog } from '#web/features/live-state/preflight-dialog.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { StreamKeyButton } from '#web/features/stream-key/stream-key-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveTexts } from '../messages.ts'
import { SessionDialog } from '../planning/session-dialog.tsx'

const texts = liveTexts.run

const SoftwareStatus = lazyPart(
  async () => (await import('#web/features/stream-key/software-status.tsx')).SoftwareStatus,
)

/** What the owner does to a session: open its waiting room, start, end, change and cancel it. */
export function Controls({ session }: { session: LiveSession }) {
  const [asking, setAsking] = useState<'open' | 'start' | 'end' | 'cancel' | 'edit' | null>(null)
  const [isFinishing, setIsFinishing] = useState(false)
  const moving = useMutation(moveLiveSession, { refreshes: [getLiveSession, listLiveSessions] })
  const { _id: liveSessionId, pageHandle, title, state, video } = session
  const isOver = state !== 'scheduled' && !isUnderWay(state)

  async function move(to: LiveMove) {
    try {
      setIsFinishing(to === 'end')
      if (to === 'end') await finishBroadcast()
      await moving.mutateAsync({ input: { liveSessionId, move: to } })
      toast.success(liveMessages.moved[to])
      setAsking(null)
    } catch (error) {
      // The question says it where there is one.
      if (asking === null) toast.error(error instanceof Error ? error.message : liveTexts.notDone)
    } finally {
      setIsFinishing(false)
    }
  }

  return (
    <div className="flex items-center gap-2">
      {state === 'scheduled' && (
        <Button
          variant="primary"
          isLoading={moving.isPending}
          // What software sends is live as soon as the room is open.
          onClick={() => (video === 'rtmp' ? setAsking('open') : void move('open'))}
        >
          {texts.open}
        </Button>
      )}
      {state === 'open' && video === 'none' && (
        <Button
          variant="primary"
          isLoading={moving.isPending}
          onClick={() => (isStartEarly(session) ? setAsking('start') : void move('start'))}
        >
          {texts.start}
        </Button>
      )}
      {state === 'live' && (
        <Button variant="danger" onClick={() => setAsking('end')}>
          {texts.end}
        </Button>
      )}
      {session.video === 'rtmp' && !isOver && <StreamKeyButton />}
      <Menu
        items={[
          { id: 'view', label: texts.view, icon: <ExternalLink />, to: livePath(pageHandle, liveSessionId) },
          ...(isOver
            ? []
            : [
                {
                  id: 'edit',
                  label: texts.edit,
                  icon: <PencilLine />,
                  onSelect: () => setAsking('edit'),
                },
              ]),
          ...(state === 'scheduled' || state === 'open'
            ? [
                {
                  id: 'cancel',
                  label: texts.cancel,
                  icon: <CalendarX2 />,
                  isDanger: true,
                  onSelect: () => setAsking('cancel'),
                },
              ]
            : []),
        ]}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => <IconButton {...trigger} label={texts.menu} icon={<Ellipsis />} />}
      />
      <SessionDialog
        isOpen={asking === 'edit'}
        session={session}
        pageHandle={pageHandle}
        onClose={() => setAsking(null)}
      />
      <PreflightDialog
        session={session}
        isOpen={asking === 'open'}
        isOpening
        isPending={moving.isPending}
        error={moving.error?.message}
        onConfirm={() => void move('open')}
        onCancel={() => setAsking(null)}
      >
        <Suspense>
          <SoftwareStatus isLive={false} />
        </Suspense>
      </PreflightDialog>
      <PreflightDialog
        session={session}
        isOpen={asking === 'start'}
        isPending={moving.isPending}
        error={moving.error?.message}
        onConfirm={() => void move('start')}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        isOpen={asking === 'end'}
        title={texts.endTitle}
        body={texts.endBody}
        confirmLabel={texts.endConfirm}
        isDanger
        isPending={isFinishing || moving.isPending}
        error={moving.error?.message}
        onConfirm={() => void move('end')}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title={texts.cancelTitle(title)}
        body={texts.cancelBody}
        confirmLabel={texts.cancelConfirm}
        cancelLabel={texts.keep}
        isDanger
        isPending={moving.isPending}
        error={moving.error?.message}
        onConfirm={() => void move('cancel')}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}
