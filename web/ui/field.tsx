import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type FieldTexts = {
  label: ReactNode
  /** One line below the control; an error takes its place. */
  help?: ReactNode
  /** Shown and read aloud as soon as it is set. An empty one only marks the control: the text is elsewhere. */
  error?: string | null
  /** A word at the right of the label, for example "Optional". */
  hint?: ReactNode
  /** Keeps the label for screen readers only, as in a search box. */
  isLabelHidden?: boolean
}

/** Props that a control inside a field must have. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldTexts & {
  /** The control's id; generated when absent. */
  id?: string
  /** Ids of further descriptions of the control, such as a price prefix. */
  describedBy?: string
  /** At the right of the help line: a counter. */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, help or error below, linked for screen readers. */
export function Field({
  label,
  help,
  error,
  hint,
  isLabelHidden = false,
  id,
  describedBy,
  aside,
  className,
  children,
}: FieldProps) {
  const madeUpId = useId()
  const controlId = id ?? madeUpId
  const noteId = `${controlId}-note`
  const hasNote = Boolean(error) || Boolean(help)
  const descriptions = classNames(describedBy, hasNote && noteId)
  return (
    <div className={classNames('flex min-w-0 flex-col', className)}>
      <div
        className={classNames('mb-1.5 flex items-baseline justify-between gap-3', isLabelHidden && 'sr-only')}
      >
        <label htmlFor={controlId} className="text-sm font-medium text-ink">
          {label}
        </label>
        {hint && <span className="text-xs text-ink-faint">{hint}</span>}
      </div>
      {children({
        id: controlId,
        'aria-describedby': descriptions === '' ? undefined : descriptions,
        'aria-invalid': typeof error === 'string' ? true : undefined,
      })}
      {(hasNote || aside) && (
        <div className="mt-1.5 flex items-start justify-between gap-3">
          <FieldNote id={noteId} help={help} error={error} />
          {aside}
        </div>
      )}
    </div>
  )
}

/** The line under a control: the error if there is one, otherwise the help. */
export function FieldNote({ id, help, error }: { id: string; help?: ReactNode; error?: string | null }) {
  if (error) {
    return (
      <p id={id} role="alert" className="flex min-w-0 items-start gap-1.5 text-sm font-medium text-bad">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-break-word">{error}</span>
      </p>
    )
  }
  return help ? (
    <p id={id} className="min-w-0 text-sm text-ink-faint">
      {help}
    </p>
  ) : (
    <span />
  )
}
