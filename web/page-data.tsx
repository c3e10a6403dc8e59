import { createContext, useContext } from 'react'

/** The server's data for every page, embedded in the HTML (our CSP allows no inline script). */
export interface PageConfig {
  /** The address people use, without a trailing slash. */
  publicUrl: string
  /** The text before a handle in the address bar: "cheers.example/". */
  handlePrefix: string
  /** The address of the payment provider's checkout script. */
  checkoutUrl: string
  operator: OperatorDetails
  /** When the server wrote this page, by its clock: what is "2 hours ago" on it. */
  renderedAt: string
}

/** The operator of this copy of the product, as its public pages name them. */
export interface OperatorDetails {
  name: string
  /** One line, its parts separated by commas. */
  address: string
  email: string
  phone: string
  grievanceOfficer: string
  /** In readable form: "3rd July 2005". */
  termsEffectiveDate: string
  /** The year on the server's clock: around midnight the browser's may differ. */
  copyrightYear: number
}

export interface PageData {
  config: PageConfig
  /** A session's cookie came with the request: the page is rendered for a viewer who may be signed in. */
  isReturning: boolean
  /** Answers the server already has, by route and input, as a signed-out visitor sees them. */
  answers: readonly { method: string; path: string; input: unknown; output: unknown }[]
}

const PageConfigContext = createContext<PageConfig | null>(null)

export const PageConfigProvider = PageConfigContext.Provider

export function usePageConfig(): PageConfig {
  const config = useContext(PageConfigContext)
  if (!config) throw new Error('usePageConfig needs a PageConfigProvider above it')
  return config
}

/** The id of the data block in the HTML. */
export const PAGE_DATA_ELEMENT_ID = 'page-data'
