import type { ReactNode } from 'react'

export type MenuItem = {
  /** Unique within the menu. */
  id: string
  label: ReactNode
  /** A second, fainter line. */
  description?: ReactNode
  icon?: ReactNode
  /** A page of the app. */
  to?: string
  /** An address outside the app's router, such as a download. */
  href?: string
  onSelect?: () => void
  isDanger?: boolean
  isDisabled?: boolean
  /** A hairline above, at the start of a new group. */
  startsGroup?: boolean
}
