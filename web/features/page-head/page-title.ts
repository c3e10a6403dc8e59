import { useEffect } from 'react'

import { pageHeadTexts as texts } from './messages.ts'

/** What the browser's tab and the server's <title> say for a page. */
export function documentTitle(title: string | null): string {
  return title ? texts.documentTitle(title, texts.productName) : texts.productName
}

/** Names the tab after what a screen shows; null leaves the title as it is until the name is known. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = documentTitle(title)
  }, [title])
}
