import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { nextIndex } from './roving-index.ts'

export type Tab = { value: string; label: ReactNode; panel: ReactNode }

export type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
}

/** Tabs over panels; arrow keys move between them. Where each tab is its own page, use links instead. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const current = tabs.findIndex((tab) => tab.value === value)
    const next = nextIndex(event.key, current, tabs.length, ['ArrowLeft', 'ArrowRight'])
    const tab = next === null ? undefined : tabs[next]
    if (next === null || !tab) return
    event.preventDefault()
    onChange(tab.value)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div>
      <div
        ref={listRef}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
        // On phones the row fades at its end, to hint that there is more.
        className="flex scrollbar-none gap-6 overflow-x-auto border-b border-line max-sm:ltr:mask-r-from-[calc(100%-3rem)] max-sm:rtl:mask-l-from-[calc(100%-3rem)] max-sm:scroll-pe-12 max-sm:pe-12"
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
            className="relative min-h-11 rounded-small px-0.5 text-base font-medium whitespace-nowrap text-ink-soft transition-colors duration-120 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink aria-selected:after:bg-brand"
          >
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
          className="pt-6"
        >
          {tab.value === value ? tab.panel : null}
        </div>
      ))}
    </div>
  )
}
