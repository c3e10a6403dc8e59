import { useEffect, useId, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react'

import { classNames } from './class-names.ts'
import { nextIndex } from './roving-index.ts'

export type Tab = {
  value: string
  label: ReactNode
  /** Before the label, where the tabs are a list beside the panel. */
  icon?: ReactNode
  panel: ReactNode
}

export type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
  /** For many tabs: on wide screens a list at the side, which stays in sight. Everywhere else a row. */
  isListOnWide?: boolean
}

// On narrow screens the row fades at its end, to hint that there is more.
const ROW = {
  always: 'max-sm:fading-end max-sm:scroll-pe-12 max-sm:pe-12',
  narrow:
    'max-lg:fading-end max-lg:scroll-pe-12 max-lg:pe-12 lg:sticky lg:top-10 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:border-b-0',
}
const TAB = {
  always: '',
  narrow:
    'lg:flex lg:items-center lg:gap-3 lg:rounded-control lg:px-3 lg:py-2 lg:text-start lg:leading-snug lg:whitespace-normal lg:after:hidden lg:hover:bg-wash lg:aria-selected:bg-wash',
}
const WIDE = '(width >= 64rem)'

/** Tabs over panels, or beside them; arrow keys move between them. Where each tab is its own page, use links instead. */
export function Tabs({ label, tabs, value, onChange, isListOnWide = false }: TabsProps) {
  const id = useId()
  const isList = useSyncExternalStore(onResize, isWide, () => false) && isListOnWide
  const look = isListOnWide ? 'narrow' : 'always'
  const listRef = useRef<HTMLDivElement>(null)

  // In a row that is wider than its place the chosen tab may be out of sight, as when an address names it.
  useEffect(() => {
    const row = isList ? null : listRef.current
    const chosen = document.getElementById(`${id}-tab-${value}`)
    if (row && chosen) row.scrollLeft += centreOf(chosen) - centreOf(row)
  }, [id, value, isList])

  function move(event: KeyboardEvent) {
    const current = tabs.findIndex((tab) => tab.value === value)
    const next = nextIndex(
      event.key,
      current,
      tabs.length,
      isList ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'],
    )
    const tab = next === null ? undefined : tabs[next]
    if (next === null || !tab) return
    event.preventDefault()
    onChange(tab.value)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div
      className={classNames(
        isListOnWide && 'lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:items-start lg:gap-x-10 xl:gap-x-12',
      )}
    >
      <div
        ref={listRef}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        aria-orientation={isList ? 'vertical' : 'horizontal'}
        onKeyDown={move}
        className={classNames('flex scrollbar-none gap-6 overflow-x-auto border-b border-line', ROW[look])}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-controls={`${id}-panel-${tab.value}`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={classNames(
              'relative min-h-11 rounded-small px-0.5 text-base font-medium whitespace-nowrap text-ink-soft transition-colors duration-120 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink aria-selected:after:bg-brand',
              TAB[look],
            )}
          >
            {isList && tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          hidden={tab.value !== value}
          className={classNames('pt-6', isListOnWide && 'lg:pt-1')}
        >
          {tab.value === value ? tab.panel : null}
        </div>
      ))}
    </div>
  )
}

function centreOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect()
  return (left + right) / 2
}

function isWide(): boolean {
  return window.matchMedia(WIDE).matches
}

function onResize(listener: () => void): () => void {
  const wide = window.matchMedia(WIDE)
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
