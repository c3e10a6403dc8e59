import { createContext, useContext } from 'react'

/** What the server tells every page, as data in the HTML (our CSP allows no inline script). */
export interface PageConfig {
  /** The address people use, without a trailing slash. */
  publicUrl: string
  /** What stands before a handle in the address bar: "cheers.example/". */
  handlePrefix: string
  /** Address of the payment provider's checkout script. */
  checkoutUrl: string
  operator: OperatorDetails
}

/** Who runs this copy of the product, as its public pages name them. */
export interface OperatorDetails {
  name: string
  /** One line, its parts separated by commas. */
  address: string
  email: string
  phone: string
  grievanceOfficer: string
  /** As it is to be read: "3rd July 2005". */
  termsEffectiveDate: string
  /** The year of the server's clock: the browser's may be another one around midnight. */
  copyrightYear: number
}

export interface PageData {
  config: PageConfig
  /** A session's cookie came with the request: the page is rendered for somebody who may be signed in. */
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
