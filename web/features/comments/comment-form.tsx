import { channelMessages } from '#contract/channels/messages.ts'
import type { WhyNot } from '#contract/channels/rules.ts'
import type { Written } from '#web/features/channel/writing/drafts.ts'
import { MessageForm } from '#web/features/channel/writing/message-form.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

import { commentTexts as texts } from './messages.ts'

interface CommentFormProps {
  channelId: string
  postPath: string
  pageHandle: string
  /** null: the viewer may write. */
  whyNot: WhyNot | null
  onSubmit: (written: Written & { mediaIds: string[] }) => void
}

/** Where a comment is written, or why it can't be and what opens it. */
export function CommentForm({ channelId, postPath, pageHandle, whyNot, onSubmit }: CommentFormProps) {
  if (whyNot === null)
    return (
      <MessageForm
        channelId={channelId}
        draftKey={`comment ${channelId}`}
        label={texts.write}
        placeholder={texts.placeholder}
        submitLabel={texts.send}
        takesPictures
        onSubmit={onSubmit}
      />
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card bg-wash px-4 py-3">
      <p className="text-base text-ink-soft">{channelMessages.whyNot[whyNot]}</p>
      {whyNot === 'signed_out' && (
        <Button size="small" to={loginPath(postPath)}>
          {texts.logIn}
        </Button>
      )}
      {(whyNot === 'followers' || whyNot === 'members' || whyNot === 'plans') && (
        <Button size="small" to={whyNot === 'followers' ? `/${pageHandle}` : `/${pageHandle}/membership`}>
          {texts.follow}
        </Button>
      )}
    </div>
  )
}
