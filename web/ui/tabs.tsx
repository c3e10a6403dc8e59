import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

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
  const isList = useSyncExternalStore(onResize, isWide, () => false) && isListOnWide
  const look = isListOnWide ? 'narrow' : 'always'
  const listRef = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex((tab) => tab.value === value)
  const chosen = tabs[index]

  // In a row that is wider than its place the chosen tab may be out of sight, as when an address names it.
  useEffect(() => {
    const row = isList ? null : listRef.current
    const tab = row?.children[index]
    if (row && tab) row.scrollLeft += centreOf(tab) - centreOf(row)
  }, [index, isList])

  return (
    <BaseTabs.Root
      value={value}
      onValueChange={onChange}
      orientation={isList ? 'vertical' : 'horizontal'}
      className={classNames(
        isListOnWide && 'lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:items-start lg:gap-x-10 xl:gap-x-12',
      )}
    >
      <BaseTabs.List
        ref={listRef}
        activateOnFocus
        aria-label={label}
        className={classNames('flex scrollbar-none gap-6 overflow-x-auto border-b border-line', ROW[look])}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={classNames(
              'relative min-h-11 rounded-small px-0.5 text-base font-medium whitespace-nowrap text-ink-soft transition-colors duration-120 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink aria-selected:after:bg-brand',
              TAB[look],
            )}
          >
            {isList && tab.icon}
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {chosen && (
        <BaseTabs.Panel
          key={value}
          value={value}
          // Its content is what the Tab key stops at.
          tabIndex={-1}
          className={classNames('pt-6 outline-none', isListOnWide && 'lg:pt-1')}
        >
          {chosen.panel}
        </BaseTabs.Panel>
      )}
    </BaseTabs.Root>
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
