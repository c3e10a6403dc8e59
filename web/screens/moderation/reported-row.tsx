import { Check, Ellipsis, EyeOff, Trash2, VolumeX } from 'lucide-react'
import { useState } from 'react'

import { listHeldMessages } from '#contract/channels/calls.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { decidePageCase, listPageReports } from '#contract/enforcement/calls.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { getBadges } from '#contract/notifications/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { type Asked, MessageDialogs } from '#web/features/channel/message/message-dialogs.tsx'
import { moderationTexts } from '#web/features/moderation/messages.ts'
import { MuteDialog } from '#web/features/moderation/mute-dialog.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { moderationScreenTexts } from './messages.ts'
import { ReportedLines } from './reported-lines.tsx'
import { Reports } from './reports.tsx'

const texts = moderationScreenTexts.reports
const DONE = {
  none: texts.kept,
  hide: moderationScreenTexts.queue.hidden,
  remove: moderationScreenTexts.queue.removed,
}

interface ReportedRowProps {
  pageHandle: string
  reported: OutputOf<typeof listPageReports>[number]
}

/** One reported message: what was said about it, what stood around it, and what can be decided. */
export function ReportedRow({ pageHandle, reported }: ReportedRowProps) {
  const [asked, setAsked] = useState<Asked | 'mute' | null>(null)
  const deciding = useMutation(decidePageCase, {
    refreshes: [listPageReports, listHeldMessages, getBadges],
  })
  const { _id: caseId, author, mayDecide, isHeld, dueAt } = reported
  const name = author?.name ?? channelMessages.formerMember

  async function decide(measure: keyof typeof DONE, reason: string) {
    await deciding.mutateAsync({ input: { caseId, measure, reason } })
    toast.success(DONE[measure])
  }
  async function keep() {
    try {
      await decide('none', '')
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : moderationScreenTexts.queue.notDone)
    }
  }

  return (
    <li className="rounded-card border border-line bg-paper-raised p-4 sm:p-5">
      <div className="flex gap-3">
        <Avatar name={name} src={author?.profileImage ?? null} size={32} className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="min-w-0 truncate text-sm font-semibold text-ink">{name}</bdi>
            {isHeld && <Badge tone="warn">{texts.held}</Badge>}
          </div>
          <ReportedLines pageHandle={pageHandle} reported={reported} />
          <Reports reported={reported} />
          <p className="mt-3 text-sm text-ink-faint">{texts.due(dayText(dueAt))}</p>
        </div>
      </div>
      {mayDecide ? (
        <div className="mt-4 flex flex-wrap items-center gap-2 sm:ps-11">
          <Button
            size="small"
            icon={<Check />}
            isLoading={deciding.isPending && asked === null}
            onClick={() => void keep()}
          >
            {texts.keep}
          </Button>
          <Button size="small" variant="quiet" icon={<EyeOff />} onClick={() => setAsked('hide')}>
            {moderationScreenTexts.queue.hide}
          </Button>
          <span className="ms-auto">
            <Menu
              items={[
                ...(author
                  ? [
                      {
                        id: 'mute',
                        label: moderationTexts.mute.action,
                        icon: <VolumeX />,
                        onSelect: () => setAsked('mute'),
                      },
                    ]
                  : []),
                {
                  id: 'remove',
                  label: moderationScreenTexts.queue.remove,
                  icon: <Trash2 />,
                  isDanger: true,
                  onSelect: () => setAsked('remove'),
                },
              ]}
              // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
              trigger={(trigger) => (
                <IconButton
                  {...trigger}
                  label={moderationScreenTexts.queue.actions(name)}
                  icon={<Ellipsis aria-hidden="true" />}
                />
              )}
            />
          </span>
        </div>
      ) : (
        <p className="mt-4 text-sm text-ink-soft sm:ps-11">{texts.notYours}</p>
      )}
      <MessageDialogs
        asked={asked === 'mute' ? null : asked}
        onClose={() => setAsked(null)}
        onDelete={() => Promise.resolve()}
        onAct={decide}
        reasonMissing={enforcementMessages.reasonMissing}
      />
      {author && (
        <MuteDialog
          pageHandle={pageHandle}
          person={author}
          isOpen={asked === 'mute'}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}
