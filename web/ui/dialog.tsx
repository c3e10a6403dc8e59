import { X } from 'lucide-react'
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { uiTexts } from './messages.ts'
import { openModally, reopen } from './open-dialogs.ts'

export type DialogProps = {
  isOpen: boolean
  /** Requested by Esc, the close button or a press outside; the owner then sets `isOpen` to false. */
  onClose: () => void
  title: ReactNode
  /** A line under the title. */
  description?: ReactNode
  /** Buttons in a bar that stays visible; the last one is the main one. */
  footer?: ReactNode
  size?: 'narrow' | 'medium' | 'large'
  /** False while something must not be interrupted, such as a payment. */
  canDismiss?: boolean
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

const sizeClassNames = { narrow: 'dialog-narrow', medium: 'dialog-medium', large: 'dialog-wide' }

// Longer than the closing transition in dialog.css, so the content doesn't vanish before the panel.
const closingMs = 200

/**
 * A modal window; on phones a sheet from the bottom. Focus goes to `data-autofocus`, else the first control, and back
 * when it closes. A press outside closes it unless it holds a form: a slip must not lose the input.
 */
export function Dialog({
  isOpen,
  onClose,
  size = 'medium',
  canDismiss = true,
  role,
  title,
  description,
  footer,
  children,
}: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const hasPressStartedBeside = useRef(false)
  const titleId = useId()
  const descriptionId = `${titleId}-description`
  const isShown = useIsShown(isOpen)
  useRoomForKeyboard(dialogRef, isOpen)

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!dialog || !isOpen) return undefined
    const close = openModally(dialog)
    const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]')
    wanted?.focus()
    // Also runs when the owner unmounts an open dialog: closing returns the focus.
    return close
  }, [isOpen])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the press beside the panel is a second way to Esc
    <dialog
      ref={dialogRef}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      className={classNames('dialog', sizeClassNames[size])}
      onCancel={(event) => {
        // A file picker's cancel bubbles up here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (canDismiss) onClose()
      }}
      onClose={(event) => {
        // Browsers force a second Esc through: notify the owner, or open again.
        const dialog = event.currentTarget
        if (event.target !== dialog || dialog.open || !isOpen) return
        if (canDismiss) onClose()
        else reopen(dialog)
      }}
      onMouseDown={(event) => {
        hasPressStartedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        const isPressBeside = isBeside(event) && hasPressStartedBeside.current
        if (isPressBeside && canDismiss && !event.currentTarget.querySelector('form')) onClose()
      }}
    >
      {isShown && (
        <Panel isFrozen={!isOpen}>
          {/* Fills the panel, so a press on the dialog element itself is a press outside. */}
          <div className="flex min-h-0 flex-1 flex-col">
            <header className="shrink-0 px-5 pt-6 pb-4 sm:px-7 sm:pt-7 short:pt-4 short:pb-2">
              <h2 id={titleId} className="pe-11 font-display text-xl wrap-break-word">
                {title}
              </h2>
              {description && (
                <p id={descriptionId} className="mt-2 text-base text-ink-soft short:mt-0.5">
                  {description}
                </p>
              )}
            </header>
            {children !== undefined && children !== null && (
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7 sm:pb-7">
                {children}
              </div>
            )}
            {footer && (
              <footer className="flex shrink-0 flex-col-reverse gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-7 short:pt-3 short:pb-3">
                {footer}
              </footer>
            )}
            {/* Last in order so the content's first control takes the focus. */}
            {canDismiss && (
              <IconButton
                label={uiTexts.close}
                icon={<X aria-hidden="true" />}
                onClick={onClose}
                className="absolute top-3.5 end-3 sm:top-4.5 sm:end-4"
              />
            )}
          </div>
        </Panel>
      )}
    </dialog>
  )
}

/** Keeps a sheet above the keyboard of a phone, which covers the page instead of shrinking it. */
function useRoomForKeyboard(dialogRef: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!isOpen || !visualViewport) return undefined
    function measure() {
      const { height, offsetTop, scale } = visualViewport ?? { height: 0, offsetTop: 0, scale: 0 }
      // Whoever has zoomed in looks around by hand.
      const covered = scale === 1 ? Math.max(0, window.innerHeight - offsetTop - height) : 0
      dialogRef.current?.style.setProperty('--keyboard', `${covered}px`)
    }
    measure()
    visualViewport.addEventListener('resize', measure)
    visualViewport.addEventListener('scroll', measure)
    return () => {
      visualViewport.removeEventListener('resize', measure)
      visualViewport.removeEventListener('scroll', measure)
    }
  }, [dialogRef, isOpen])
}

/** True while open and during the closing transition. */
function useIsShown(isOpen: boolean): boolean {
  const [isClosing, setIsClosing] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setIsClosing(!isOpen)
  }
  useEffect(() => {
    if (!isClosing) return undefined
    const timer = setTimeout(() => setIsClosing(false), closingMs)
    return () => clearTimeout(timer)
  }, [isClosing])
  return isOpen || isClosing
}

/** Keeps the last content while the panel fades: owners often clear it as they close. */
const Panel = memo(
  ({ children }: { isFrozen: boolean; children: ReactNode }) => children,
  (_before, after) => after.isFrozen,
)

function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}
