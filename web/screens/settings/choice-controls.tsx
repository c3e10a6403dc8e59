import { type Choice, MAIL_PACES, type MailPace } from '#contract/notifications/kinds.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'

import { choiceTexts as texts } from '#web/features/notification-choices/messages.ts'

export interface ChoiceControlsProps {
  /** What they are about, for screen readers. */
  about: string
  choice: Choice
  mail: 'chosen' | 'always' | 'never'
  onChange: (changes: Partial<Choice>) => void
}

/** Where something reaches a person: in the bell, as a push, by mail. */
export function ChoiceControls({ about, choice, mail, onChange }: ChoiceControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:max-w-3/4 sm:shrink-0 sm:justify-end">
      <Checkbox
        label={<RichText text={texts.bell(about)} />}
        checked={choice.bell}
        onChange={(event) => onChange({ bell: event.target.checked })}
      />
      <Checkbox
        label={<RichText text={texts.push(about)} />}
        checked={choice.push}
        onChange={(event) => onChange({ push: event.target.checked })}
      />
      {mail === 'chosen' ? (
        <Select
          label={texts.mail(about)}
          isLabelHidden
          className="w-fit max-w-full min-w-44"
          value={choice.mail}
          options={MAIL_PACES.map((pace) => ({ value: pace, label: texts.paces[pace] }))}
          onChange={(event) => onChange({ mail: event.target.value as MailPace })}
        />
      ) : (
        <span className="w-44 text-sm text-ink-faint">
          {mail === 'always' ? texts.mailAlways : texts.mailNever}
        </span>
      )}
    </div>
  )
}
