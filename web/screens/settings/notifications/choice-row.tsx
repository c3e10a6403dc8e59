import { type ReactNode, useId } from 'react'

import { type Choice, MAIL_PACES, type MailPace } from '#contract/notifications/kinds.ts'
import { choiceTexts as texts } from '#web/features/notification-choices/messages.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/toggle.tsx'

const COLUMNS = 'sm:grid sm:grid-cols-[minmax(0,1fr)_3.5rem_3.5rem_12rem] sm:items-center sm:gap-x-3'

const PACES = MAIL_PACES.filter((pace) => pace !== 'off')

/** What happens in rows; bell, push and email in columns. On phones the columns' names stand in each row. */
export function ChoiceTable({ children }: { children: ReactNode }) {
  const { bell, push, email } = texts.columns
  return (
    <div>
      {/* Each control says its column itself. */}
      <p
        aria-hidden="true"
        className={`hidden border-b border-line pb-2 text-sm font-medium text-ink-soft ${COLUMNS}`}
      >
        <span />
        <span className="text-center">{bell}</span>
        <span className="text-center">{push}</span>
        <span>{email}</span>
      </p>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}

export interface ChoiceRowProps {
  /** What happens, for screen readers. */
  about: string
  /** The same, as it is shown. */
  children: ReactNode
  /** null: it comes by email only. */
  bell: { choice: Pick<Choice, 'bell' | 'push'>; onChange: (changes: Partial<Choice>) => void } | null
  email: ReactNode
}

export function ChoiceRow({ about, children, bell, email }: ChoiceRowProps) {
  return (
    <li className={`py-3 ${COLUMNS}`}>
      <div className="min-w-0">{children}</div>
      <div className="flex flex-wrap items-center gap-x-5 sm:contents">
        {bell === null ? (
          <>
            <span className="max-sm:hidden" />
            <span className="max-sm:hidden" />
          </>
        ) : (
          (['bell', 'push'] as const).map((way) => (
            <Checkbox
              key={way}
              className="sm:justify-self-center sm:[&_label]:gap-0"
              label={
                <span className="sm:sr-only">
                  <RichText text={texts[way](about)} />
                </span>
              }
              checked={bell.choice[way]}
              onChange={(event) => bell.onChange({ [way]: event.target.checked })}
            />
          ))
        )}
        {email}
      </div>
    </li>
  )
}

export interface EmailChoiceProps {
  about: string
  isWanted: boolean
  onSwitch: (isWanted: boolean) => void
  /** How soon it comes; absent: there is nothing to choose. */
  pace?: { value: MailPace; onChange: (pace: MailPace) => void } | undefined
}

export function EmailChoice({ about, isWanted, onSwitch, pace }: EmailChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3">
      <label htmlFor={id} className="text-base sm:sr-only">
        <RichText text={texts.email(about)} />
      </label>
      <Switch id={id} checked={isWanted} onChange={(event) => onSwitch(event.target.checked)} />
      {isWanted && pace && (
        <Select
          label={texts.howOften(about)}
          isLabelHidden
          className="w-36"
          value={pace.value}
          options={PACES.map((value) => ({ value, label: texts.paces[value] }))}
          onChange={(event) => pace.onChange(event.target.value as MailPace)}
        />
      )}
    </div>
  )
}

/** The row of something that may come each way: mails about money always do, and some things are too small for one. */
export function WaysRow({
  about,
  children,
  choice,
  mail,
  onChange,
}: {
  about: string
  children: ReactNode
  choice: Choice
  mail: 'chosen' | 'always' | 'never'
  onChange: (changes: Partial<Choice>) => void
}) {
  return (
    <ChoiceRow
      about={about}
      bell={{ choice, onChange }}
      email={
        mail === 'chosen' ? (
          <EmailChoice
            about={about}
            isWanted={choice.mail !== 'off'}
            onSwitch={(isWanted) => onChange({ mail: isWanted ? 'now' : 'off' })}
            pace={{ value: choice.mail, onChange: (pace) => onChange({ mail: pace }) }}
          />
        ) : (
          <span className="text-sm text-ink-faint">
            {mail === 'always' ? texts.mailAlways : texts.mailNever}
          </span>
        )
      }
    >
      {children}
    </ChoiceRow>
  )
}
