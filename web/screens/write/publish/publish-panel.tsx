import { FolderPlus, MessageCircle } from 'lucide-react'
import { Suspense, useState } from 'react'

import { PUBLISH_AHEAD_MAX_DAYS, PUBLISH_AHEAD_MIN_MS } from '#contract/posts/limits.ts'
import { POST_TEASER_MAX_LENGTH } from '#contract/posts/limits.ts'
import { collectionTexts } from '#web/features/collections/messages.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { fieldsOfMoment, momentOfFields } from '#web/features/time/moment-fields.ts'
import { momentText, timeZoneName } from '#web/features/time/when-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Draft, DraftFields } from '../draft/draft-fields.ts'
import { writeTexts } from '../messages.ts'
import { aboveLine } from '../text-facts.ts'
import { AudienceField } from './audience-field.tsx'
import { MailPreview } from './mail-preview.tsx'
import { isForEveryone } from './onlookers.ts'

const PostCollectionsDialog = lazyPart(
  async () => (await import('#web/features/collections/post-collections-dialog.tsx')).PostCollectionsDialog,
)

const texts = writeTexts.publishing

const CommentSettingsDialog = lazyPart(
  async () => (await import('#web/features/moderation/comment-settings-dialog.tsx')).CommentSettingsDialog,
)

const DAY_MS = 86_400_000

export type PublishPanelProps = {
  isOpen: boolean
  draft: Draft
  fields: DraftFields
  plans: readonly Plan[]
  pageName: string
  pageHandle: string
  /** Pictures that nobody has described. */
  undescribed: number
  /** Why it can't be published yet, or wasn't. */
  problem: string | null
  isPending: boolean
  onChange: (changes: Partial<DraftFields>) => void
  /** null: now. */
  onPublish: (publishAt: string | null) => void
  onClose: () => void
}

/** When a post goes out, to whom, and whether members are mailed. */
export function PublishPanel({ isOpen, draft, onPublish, onClose, isPending, ...rest }: PublishPanelProps) {
  const isOut = draft.state === 'published' || draft.state === 'hidden'
  const [when, setWhen] = useState<'now' | 'later'>(draft.publishAt === null ? 'now' : 'later')
  const [moment, setMoment] = useState(() =>
    fieldsOfMoment(draft.publishAt === null ? tomorrowMorning() : new Date(draft.publishAt)),
  )
  const [isWrong, setIsWrong] = useState(false)
  const [isAskingWho, setIsAskingWho] = useState(false)
  const [today] = useState(() => fieldsOfMoment(new Date()).date)
  const publishAt = !isOut && when === 'later' ? momentOfFields(moment) : null

  function publish() {
    if (!isOut && when === 'later' && !isAhead(publishAt)) return setIsWrong(true)
    onPublish(publishAt === null ? null : publishAt.toISOString())
  }

  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        canDismiss={!isPending}
        title={isOut ? texts.updateTitle : texts.title}
        footer={
          <>
            <Button onClick={onClose} disabled={isPending}>
              {texts.cancel}
            </Button>
            <Button variant="primary" isLoading={isPending} onClick={publish}>
              {isOut
                ? texts.update
                : publishAt === null
                  ? texts.publish
                  : texts.schedule(momentText(publishAt))}
            </Button>
          </>
        }
      >
        <form className="flex flex-col gap-6" noValidate onSubmit={(event) => event.preventDefault()}>
          {rest.problem !== null && <Banner tone="bad">{rest.problem}</Banner>}
          {!isOut && (
            <div>
              <p className="mb-1.5 text-sm font-medium">{texts.when}</p>
              <SegmentedToggle
                label={texts.when}
                value={when}
                segments={[
                  { value: 'now', label: texts.now },
                  { value: 'later', label: texts.later },
                ]}
                onChange={setWhen}
              />
              {when === 'later' && (
                <div className="mt-4 grid gap-4 sm:grid-cols-2">
                  <TextField
                    label={texts.date}
                    type="date"
                    min={today}
                    value={moment.date}
                    error={isWrong ? texts.whenWrong : null}
                    onChange={(event) => {
                      setIsWrong(false)
                      setMoment({ ...moment, date: event.target.value })
                    }}
                  />
                  <TextField
                    label={texts.time}
                    type="time"
                    value={moment.time}
                    help={texts.zone(timeZoneName())}
                    onChange={(event) => {
                      setIsWrong(false)
                      setMoment({ ...moment, time: event.target.value })
                    }}
                  />
                </div>
              )}
            </div>
          )}
          <Readers {...rest} isOut={isOut} />
          <div>
            <Button size="small" icon={<MessageCircle />} onClick={() => setIsAskingWho(true)}>
              {texts.comments}
            </Button>
          </div>
          <InCollections draftId={draft._id} />
          {rest.undescribed > 0 && <Banner tone="info">{texts.undescribed(rest.undescribed)}</Banner>}
        </form>
      </Dialog>
      <Suspense>
        <CommentSettingsDialog
          pageHandle={rest.pageHandle}
          postId={isAskingWho ? draft._id : null}
          onClose={() => setIsAskingWho(false)}
        />
      </Suspense>
    </>
  )
}

function Readers({
  fields,
  plans,
  pageName,
  isOut,
  onChange,
}: Pick<PublishPanelProps, 'fields' | 'plans' | 'pageName' | 'onChange'> & { isOut: boolean }) {
  const isForAll = isForEveryone(fields.audience)
  const hasLine = aboveLine(fields.content) !== null
  return (
    <>
      <AudienceField value={fields.audience} plans={plans} onChange={(audience) => onChange({ audience })} />
      {hasLine && (
        <p className="-mt-3 text-sm text-ink-soft">
          {isForAll ? writeTexts.line.everyone : writeTexts.line.others}
        </p>
      )}
      {!isForAll && (
        <TextArea
          label={writeTexts.teaser.label}
          help={writeTexts.teaser.help}
          value={fields.teaser}
          rows={2}
          characterLimit={POST_TEASER_MAX_LENGTH}
          onChange={(event) => onChange({ teaser: event.target.value })}
        />
      )}
      {isOut ? (
        <p className="text-sm text-ink-soft">{texts.mailOnce}</p>
      ) : (
        <div>
          <Checkbox
            label={texts.mail}
            help={texts.mailHelp}
            checked={fields.isMailed}
            onChange={(event) => onChange({ isMailed: event.target.checked })}
          />
          {fields.isMailed && <MailPreview pageName={pageName} title={fields.title.trim()} />}
        </div>
      )}
    </>
  )
}

/** A draft may be put into collections before it is out; visitors see it there once it is. */
function InCollections({ draftId }: { draftId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button size="small" icon={<FolderPlus />} onClick={() => setIsOpen(true)}>
        {collectionTexts.ofPost.action}
      </Button>
      <Suspense>
        <PostCollectionsDialog postId={isOpen ? draftId : null} onClose={() => setIsOpen(false)} />
      </Suspense>
    </div>
  )
}

function tomorrowMorning(): Date {
  const moment = new Date()
  moment.setDate(moment.getDate() + 1)
  moment.setHours(9, 0, 0, 0)
  return moment
}

function isAhead(moment: Date | null): boolean {
  if (moment === null) return false
  const aheadMs = moment.getTime() - Date.now()
  return aheadMs >= PUBLISH_AHEAD_MIN_MS && aheadMs <= PUBLISH_AHEAD_MAX_DAYS * DAY_MS
}
